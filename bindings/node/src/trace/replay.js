import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';

import { load } from '../component.js';
import { PlanmarkError } from '../error.js';
import { imports } from '../imports.js';
import { digest } from './digest.js';
import { damaged, lines } from './reading.js';
import { IMPORT_FAILED, mapped, resultOf } from './recording.js';
import { camel, fromJson, toJson } from './values.js';

/**
 * @import { Component } from '../component.js'
 * @import { Difference, Replay } from '../types.js'
 * @import { Line } from './reading.js'
 * @import { Any, Step } from './recording.js'
 */

/**
 * The first difference of a call.
 *
 * @typedef {Pick<Difference, 'part' | 'step' | 'expected' | 'actual'>} Found
 */

/**
 * Runs each call of a trace again, on the engine of this package and with the answers recorded, and
 * says which of them ask or answer otherwise now. It opens no home and writes nothing.
 *
 * @param {string} path
 * @returns {Promise<Replay>}
 * @throws {PlanmarkError} `trace-unreadable`, `trace-damaged`, `component-unusable`.
 */
export async function replay(path) {
  const [component, own, bytes] = await Promise.all([load(), digest(), read(path)]);
  /** @type {Replay} */
  const replayed = { calls: 0, same: 0, differences: [] };
  for (const [number, line] of lines(bytes)) {
    if (line === undefined) {
      replayed.cut = number;
      continue;
    }
    const isOwn = line.component === own;
    /** @type {Found | undefined} */
    const found = isOwn ? compare(component, number, line) : { part: 'component', expected: line.component, actual: own };
    replayed.calls += 1;
    if (found) replayed.differences.push({ line: number, interface: line.interface, function: line.function, ...found });
    else replayed.same += 1;
  }
  return replayed;
}

/** @param {string} path */
async function read(path) {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new PlanmarkError({
      code: 'trace-unreadable',
      message: `the trace can't be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      next: 'Name a file that a host has recorded.',
      cause,
    });
  }
}

/**
 * @param {Component} component
 * @param {number} number
 * @param {Line} line
 * @returns {Found | undefined}
 */
function compare(component, number, line) {
  const { steps } = line;
  let asked = 0;
  /** @type {Found | 'failed' | undefined} */
  let halt;
  /**
   * The recorded answer to a question, where the same was asked when it was recorded.
   *
   * @type {(capability: string) => Any}
   */
  const answering = (capability) => (...args) => {
    const step = steps[asked];
    const actual = { capability, arguments: args.map(toJson) };
    const expected = step && question(step);
    if (!step || !isDeepStrictEqual(actual, expected)) {
      halt ??= { part: 'step', step: asked + 1, ...(expected && { expected }), actual };
      throw new Error('the call goes another way than recorded');
    }
    asked += 1;
    if (step.answer !== undefined) return given(step.answer);
    halt ??= 'failed';
    throw new Error('the trace ends here as well');
  };
  const { exports } = component.start(mapped(imports(never), (name) => answering(`${name.interface}.${name.function}`)));
  const called = functionOf(exports, line);
  if (!called) throw damaged(number, 'the engine has no such function');
  const [result] = resultOf(() => called(...line.arguments.map(fromJson)));
  if (typeof halt === 'object') return halt;
  const rest = steps[asked];
  if (rest) return { part: 'step', step: asked + 1, expected: question(rest) };
  const actual = halt === 'failed' ? { trap: IMPORT_FAILED } : result;
  return isDeepStrictEqual(actual, line.result) ? undefined : { part: 'result', expected: line.result, actual };
}

/**
 * @param {any} exports
 * @param {Line} line
 * @returns {Any | undefined}
 */
function functionOf(exports, line) {
  const [of, name] = [camel(line.interface), camel(line.function)];
  return Object.hasOwn(exports, of) && Object.hasOwn(exports[of], name) ? exports[of][name] : undefined;
}

/**
 * @param {Step} step
 * @returns {{ capability: string, arguments: unknown[] }}
 */
function question({ capability, arguments: args }) {
  return { capability, arguments: args };
}

/** @param {any} answer */
function given(answer) {
  return 'failure' in answer ? { tag: 'err', val: fromJson(answer.failure) } : fromJson(answer.ok);
}

/** @returns {never} */
function never() {
  throw new Error('nothing is asked of a host');
}
