/**
 * Scripts of calls in the JSON form that `tests/vectors/README.md` states: makes the calls, and
 * judges what they answer.
 */

import { createHash } from 'node:crypto';

import { PlanmarkError } from '../src/index.js';
import { callRuntime } from './roots.js';

/**
 * @import { Author } from '../src/types.js'
 * @import { Planmark } from '../src/index.js'
 */

/**
 * One call and what it must answer.
 *
 * @typedef {object} Line
 * @property {string} op
 * @property {Record<string, any>} [args]
 * @property {Author} [by]
 * @property {number} [at]
 * @property {number} [window]
 * @property {string} [deny]
 * @property {string} [as]
 * @property {any} [answer]
 * @property {any} [failure]
 * @property {string[]} [says]
 * @property {string[]} [says_not]
 */

/** @typedef {{ answer: any } | { failure: any }} Given */

/** The task of calls that name none. */
const DEFAULT_TASK = 'T-1';
/** The session of calls that name none. */
const DEFAULT_SESSION = 's-1';
/** How the exports of the tracker are written, among those of the documents. */
const TRACKER = 'tracker.';
/** How those of the runtime are. */
const RUNTIME = 'runtime.';
/** A text of more bytes stands as its size and digest in the results. */
const SHORT_MAX_BYTES = 400;
/**
 * Who calls where a line doesn't say.
 *
 * @type {Author}
 */
export const ADA = { kind: 'agent', name: 'ada' };
/** The most that a page of a listing may be asked for. */
const PAGE = 200;

/**
 * Makes the call that `line` describes, with its arguments expanded.
 *
 * @param {Planmark} planmark
 * @param {Line} line
 * @param {Record<string, any>} args
 * @returns {Promise<Given>}
 */
export async function call(planmark, line, args) {
  if (line.op === 'tool') return callTool(planmark, line, args);
  try {
    return { answer: jsonOf(await answer(planmark, line, args)) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/**
 * Calls a tool as a server does, and gives what the agent reads: the answer, or the error of a refusal.
 *
 * @param {Planmark} planmark
 * @param {Line} line
 * @param {Record<string, any>} args
 * @returns {Promise<Given>}
 */
async function callTool(planmark, { by: caller = ADA, window }, args) {
  const { profiles, names, suffix, session = 'S-1', fresh_plan: freshPlan = 'p-1' } = args;
  const offer = given({ profiles, names, suffix });
  const named = given({ coalesceWindowMs: window, session: session || undefined, client: args['client'] });
  const context = { caller, offer, ...named, freshPlan };
  try {
    const { json, isError } = await planmark.callTool(context, args['tool'], args['arguments'] ?? {});
    if (isError) throw new Error('a refusal came as an answer');
    return { answer: JSON.parse(json) };
  } catch (error) {
    if (!(error instanceof PlanmarkError)) throw error;
    const { json, isError } = planmark.toolRefusal(offer, error);
    if (!isError) throw new Error('a refusal has no error');
    return { failure: JSON.parse(json).error };
  }
}

/**
 * The fields that are given.
 *
 * @param {Record<string, any>} fields
 */
function given(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * @param {() => unknown} make
 * @returns {Given}
 */
export function answerOf(make) {
  try {
    return { answer: jsonOf(make()) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/**
 * The JSON form of a failure; whatever else was thrown is thrown again.
 *
 * @param {unknown} error
 */
export function failureOf(error) {
  if (!(error instanceof PlanmarkError)) throw error;
  const { code, message, next, effect, facts } = error;
  return jsonOf({ code, message, next, effect, ...facts });
}

/**
 * @param {Planmark} planmark
 * @param {Line} line
 * @param {Record<string, any>} args
 * @returns {Promise<unknown>}
 */
async function answer(planmark, line, args) {
  if (line.op.startsWith(TRACKER)) return trackerAnswer(planmark, line.op.slice(TRACKER.length), line, args);
  const caller = line.by ?? ADA;
  if (line.op.startsWith(RUNTIME)) {
    const { session = DEFAULT_SESSION, request, ...rest } = camelDeep(args);
    const context = { caller, session, ...given({ request }) };
    return callRuntime(planmark.runtime, line.op.slice(RUNTIME.length), context, rest);
  }
  const context = line.window === undefined ? { caller } : { caller, coalesceWindowMs: line.window };
  const task = args['task'] ?? DEFAULT_TASK;
  const { from, limit = PAGE, point, ...rest } = args;
  const request = /** @type {any} */ (camel({ ...rest, task }));
  switch (line.op) {
    case 'create':
    case 'update':
    case 'edit':
    case 'save':
    case 'delete':
      return planmark[line.op](context, request);
    case 'restore':
      return planmark.restore(context, { ...request, point });
    case 'read':
      return planmark.read(caller, task);
    case 'list':
      return planmark.list(caller, from ?? '', limit);
    case 'revisions':
      return planmark.revisions(caller, task, args['before'], limit);
    case 'steps':
      return planmark.steps(caller, task, args['revision'] ?? 1, from ?? 1, limit);
    case 'read-past':
      return planmark.readPast(caller, task, point);
    case 'compose':
      return planmark.preview.compose(args['stored'] ?? '', args['fragment'] ?? '');
    case 'inspect':
      return { notes: planmark.preview.inspect(args['text'] ?? '') };
    default:
      throw new Error(`no export is called "${line.op}"`);
  }
}

/**
 * @param {Planmark} planmark
 * @param {string} name
 * @param {Line} line
 * @param {Record<string, any>} args
 * @returns {Promise<unknown>}
 */
async function trackerAnswer({ tracker }, name, { by: caller = ADA }, args) {
  const { session = DEFAULT_SESSION, request, plan, at, limit = PAGE, title, task_id: taskId } = args;
  const context = { caller, session, ...given({ request }) };
  const reference = given({ title, taskId });
  /** @type {Record<string, () => unknown>} */
  const calls = {
    create: () => tracker.create(context, args['owner']),
    describe: () => tracker.describe(session),
    sessions: () => tracker.sessions(args['from'] ?? '', limit),
    branch: () => tracker.branch(session, at, limit),
    fork: () => tracker.fork(context, args['from'] ?? DEFAULT_SESSION, at),
    navigate: () => tracker.navigate(context, args['to'] ?? 0),
    import: () => tracker.import(context, { bodies: [], ...camelDeep(args['log']) }),
    'set-mode': () => tracker.setMode(context, args['mode']),
    save: () => tracker.save(context, plan ?? 'p-1', args['text'] ?? ''),
    select: () => tracker.select(context, plan ?? 'p-1'),
    clear: () => tracker.clear(context, plan),
    tick: () => tracker.tick(context, reference),
    untick: () => tracker.untick(context, reference),
    view: () => tracker.view(session, plan),
    tasks: () => tracker.tasks(session, plan),
    marker: () => tracker.marker(session),
    prompt: () => tracker.prompt(session),
    collect: () => tracker.collect(session, args['dry_run'] ?? false),
  };
  const make = calls[name];
  if (!make) throw new Error(`no export of the tracker is called "${name}"`);
  return make();
}

/**
 * Everything that can be seen of what a call is about: two equal texts mean that nothing was written
 * between.
 *
 * @param {Planmark} planmark
 * @param {Line} line
 * @param {Record<string, any>} args
 */
export async function everything(planmark, line, args) {
  const see = (/** @type {string} */ op, /** @type {Record<string, any>} */ of) => call(planmark, { op }, of);
  if (line.op.startsWith(TRACKER) || line.op.startsWith(RUNTIME)) {
    const session = { session: args['session'] ?? DEFAULT_SESSION };
    const seen = ['describe', 'tasks', 'marker', 'branch'].map((name) => see(TRACKER + name, session));
    return JSON.stringify(await Promise.all(seen));
  }
  const task = args['task'] ?? args['arguments']?.task_id ?? DEFAULT_TASK;
  const revisions = await see('revisions', { task });
  const numbers = 'answer' in revisions ? revisions.answer.revisions.map((/** @type {any} */ r) => r.number) : [];
  const steps = numbers.map((/** @type {number} */ revision) => see('steps', { task, revision }));
  return JSON.stringify([await see('read', { task }), revisions, await Promise.all(steps)]);
}

/**
 * @param {any} value
 * @returns {any}
 */
export function camelDeep(value) {
  if (Array.isArray(value)) return value.map(camelDeep);
  if (typeof value !== 'object' || value === null) return value;
  return camel(Object.fromEntries(Object.entries(value).map(([name, field]) => [name, camelDeep(field)])));
}

/** @param {Record<string, any>} fields */
function camel(fields) {
  const name = (/** @type {string} */ key) => key.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [name(key), value]));
}

/** Lists that the JSON form leaves out where they are empty. */
const LEFT_OUT_EMPTY = ['notes', 'unreadable', 'scenarios', 'nfrs', 'gates', 'checkpoints', 'skipped'];

/**
 * An answer in the JSON form: names in snake case, and no empty lists of some names.
 *
 * @param {unknown} value
 * @returns {any}
 */
export function jsonOf(value) {
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== 'object' || value === null) return value;
  /** @type {Record<string, any>} */
  const out = {};
  for (const [key, field] of Object.entries(value)) {
    const bare = LEFT_OUT_EMPTY.includes(key) && field.length === 0 && Object.keys(value).length > 1;
    if (!bare) out[key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = jsonOf(field);
  }
  return out;
}

/**
 * Replaces `{"repeat": text, "times": n}`, `{"concat": [texts]}` and `{"version_of": name}` by the
 * texts they stand for.
 *
 * @param {any} value
 * @param {Map<string, string>} versions
 * @returns {any}
 */
export function expand(value, versions) {
  if (Array.isArray(value)) return value.map((item) => expand(item, versions));
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value).sort().join();
  if (keys === 'repeat,times') return value.repeat.repeat(value.times);
  if (keys === 'concat') return expand(value.concat, versions).join('');
  if (keys === 'version_of') {
    const version = versions.get(value.version_of);
    if (version === undefined) throw new Error(`no call is named "${value.version_of}"`);
    return version;
  }
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, expand(field, versions)]));
}

/**
 * What doesn't hold of what a call gave, as a sentence; nothing when all does.
 *
 * @param {Line} line
 * @param {Given} given
 * @param {Map<string, string>} versions
 * @returns {string | undefined}
 */
export function judge(line, given, versions) {
  const found = 'answer' in given ? given.answer : given.failure;
  if ('failure' in given !== (line.failure !== undefined)) {
    return `${line.failure ? 'a failure' : 'an answer'} was due, and came ${short(found)}`;
  }
  const wanted = expand(line.failure ?? line.answer ?? {}, versions);
  const unsaid = (line.says ?? []).find((words) => !says(found, words));
  const said = (line.says_not ?? []).find((words) => says(found, words));
  return (
    difference(wanted, found) ??
    (unsaid === undefined ? undefined : `"${unsaid}" is not said in ${short(found)}`) ??
    (said === undefined ? undefined : `"${said}" is said in ${short(found)}`)
  );
}

/**
 * Of objects, the fields that `wanted` names are compared, null meaning that the field is absent;
 * lists item by item; everything else must be equal.
 *
 * @param {any} wanted
 * @param {any} found
 * @returns {string | undefined}
 */
export function difference(wanted, found) {
  if (Array.isArray(wanted) && Array.isArray(found) && wanted.length === found.length) {
    return firstOf(wanted.map((item, index) => difference(item, found[index])));
  }
  const objects = [wanted, found].every((value) => typeof value === 'object' && value && !Array.isArray(value));
  if (!objects) return wanted === found ? undefined : `wanted ${short(wanted)}, found ${short(found)}`;
  return firstOf(
    Object.entries(wanted).map(([name, value]) => {
      if (value === null) return name in found ? `${name} is there: ${short(found[name])}` : undefined;
      const inner = name in found ? difference(value, found[name]) : 'absent';
      return inner && `${name}: ${inner}`;
    }),
  );
}

/** @param {(string | undefined)[]} sentences */
function firstOf(sentences) {
  return sentences.find((sentence) => sentence !== undefined);
}

/**
 * @param {any} value
 * @param {string} words
 * @returns {boolean}
 */
function says(value, words) {
  if (typeof value === 'string') return value.includes(words);
  return typeof value === 'object' && value !== null && Object.values(value).some((item) => says(item, words));
}

/** @param {unknown} value */
function short(value) {
  const text = JSON.stringify(value);
  return text.length > 600 ? `${text.slice(0, 600)}… (${text.length} characters)` : text;
}

/**
 * Long texts as their size and digest, keys sorted; no paths, which differ from home to home.
 *
 * @param {any} value
 * @returns {any}
 */
export function portable(value) {
  if (typeof value === 'string') {
    const utf8 = utf8Of(value);
    return utf8.length > SHORT_MAX_BYTES ? { bytes: utf8.length, sha256: sha256(utf8) } : value;
  }
  if (Array.isArray(value)) return value.map(portable);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).filter((name) => name !== 'path').sort();
  return Object.fromEntries(names.map((name) => [name, portable(value[name])]));
}

const encoder = new TextEncoder();

/** @param {string} text */
export function utf8Of(text) {
  return encoder.encode(text);
}

/** @param {Uint8Array} bytes */
export function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
