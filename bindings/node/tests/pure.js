/** Vectors of the pure functions: makes the call of a case, and judges what it answers. */

import { answerOf, difference, expand, portable, sha256, utf8Of } from './script.js';

/**
 * @import { Preview } from '../src/index.js'
 * @import { Given } from './script.js'
 */

/** @typedef {{ name: string, broken: string | undefined, given: any[] }} Result */

/** @typedef {{ name: string, expect: Record<string, any>, [field: string]: any }} Case */

const NO_VERSIONS = new Map();

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * @param {Preview} preview
 * @param {Case} each
 * @param {Record<string, any>} file What the cases of its file share.
 * @returns {Result}
 */
export function runPure(preview, each, file) {
  const [given, broken] = run(preview, expand(each, NO_VERSIONS), file);
  return { name: each.name, broken, given: [portable(given)] };
}

/**
 * @param {Preview} preview
 * @param {Case} each
 * @param {Record<string, any>} file
 * @returns {[Given, string | undefined]}
 */
function run(preview, each, file) {
  if ('stored' in each) {
    const given = answerOf(() => preview.compose(each['stored'], each['fragment']));
    return [given, judgeCompose(each, given)];
  }
  if ('body' in each) {
    const given = answerOf(() => preview.parse(each['body']));
    return [given, 'answer' in given ? difference(each.expect, given.answer) : 'a text has no outline'];
  }
  const { 'task-id': taskId, title } = each['reference'];
  const reference = { ...(taskId !== undefined && { taskId }), ...(title !== undefined && { title }) };
  const given = answerOf(() => preview.resolve(file['tasks'], each['done'], reference));
  return [given, judgeResolve(each.expect, given)];
}

/**
 * @param {Record<string, any>} expect
 * @param {Given} given
 */
function judgeResolve({ error, 'already-done': done, ...rest }, given) {
  const code = error === 'reference-required' ? 'invalid-reference' : error;
  if ('failure' in given) return difference({ code, ...rest }, given.failure);
  return error ? `${error} was due` : difference({ done, ...rest }, { skipped: [], ...given.answer });
}

/**
 * @param {Case} each
 * @param {Given} given
 */
function judgeCompose({ stored, fragment, expect }, given) {
  if ('failure' in given) {
    const right = given.failure.code === expect['error'] && given.failure.bytes === expect['bytes'];
    return right ? undefined : `wanted ${JSON.stringify(expect)}, found ${JSON.stringify(given.failure)}`;
  }
  const { text, bytes, kept, fragment_at: at } = given.answer;
  const utf8 = utf8Of(text);
  const part = (/** @type {number} */ from, /** @type {number} */ to) => decoder.decode(utf8.subarray(from, to));
  const right =
    expect['error'] === undefined &&
    (expect['composed'] === undefined || text === expect['composed']) &&
    (expect['composed-bytes'] === undefined || utf8.length === expect['composed-bytes']) &&
    (expect['composed-sha256'] === undefined || sha256(utf8) === expect['composed-sha256']) &&
    bytes === utf8.length &&
    part(0, kept) === decoder.decode(utf8Of(stored).subarray(0, kept)) &&
    part(kept, at) === (kept === 0 ? '' : '\n\n') &&
    fragment.endsWith(part(at, bytes));
  return right ? undefined : `wanted ${JSON.stringify(expect)}, found ${JSON.stringify(portable(given))}`;
}
