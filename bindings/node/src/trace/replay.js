import { isDeepStrictEqual } from 'node:util';

import { path as pathOf } from '../arguments.js';
import { load } from '../component.js';
import { PlanmarkError } from '../error.js';
import { imports } from '../imports.js';
import { Contract } from './contract.js';
import { digest } from './digest.js';
import { damaged, lines, messageOf } from './reading.js';
import { IMPORT_FAILED, mapped, resultOf } from './recording.js';
import { camel, toJson } from './values.js';

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
 * @throws {import('../error.js').PlanmarkError} `invalid-argument`, `trace-unreadable`, `trace-damaged`,
 *   `component-unusable`.
 */
export async function replay(path) {
  const named = pathOf(path, 'path');
  const [component, own, contract] = await Promise.all([load(), digest(), Contract.load()]);
  /** @type {Replay} */
  const replayed = { calls: 0, same: 0, differences: [] };
  for (const [number, line] of lines(named)) {
    if (line === undefined) {
      replayed.cut = number;
      continue;
    }
    const isOwn = line.component === own;
    /** @type {Found | undefined} */
    const found = isOwn ? compare(component, contract, number, line) : { part: 'component', expected: line.component, actual: own };
    replayed.calls += 1;
    if (found) replayed.differences.push({ line: number, interface: line.interface, function: line.function, ...found });
    else replayed.same += 1;
  }
  return replayed;
}

/**
 * @param {Component} component
 * @param {Contract} contract
 * @param {number} number
 * @param {Line} line
 * @returns {Found | undefined}
 */
function compare(component, contract, number, line) {
  const { steps } = line;
  let asked = 0;
  /** @type {Found | 'failed' | PlanmarkError | undefined} */
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
    if (!('answer' in step)) {
      halt ??= 'failed';
      throw new Error('the trace ends here as well');
    }
    try {
      return contract.answer(step.answer, capability);
    } catch (error) {
      halt ??= damaged(number, `step ${asked}: ${messageOf(error)}`);
      throw error;
    }
  };
  const { exports } = component.start(mapped(imports(never), (name) => answering(`${name.interface}.${name.function}`)));
  const [called, args] = calling(exports, contract, number, line);
  const [result] = resultOf(() => called(...args));
  if (halt instanceof PlanmarkError) throw halt;
  if (typeof halt === 'object') return halt;
  const rest = steps[asked];
  if (rest) return { part: 'step', step: asked + 1, expected: question(rest) };
  const actual = halt === 'failed' ? { trap: IMPORT_FAILED } : result;
  return isDeepStrictEqual(actual, line.result) ? undefined : { part: 'result', expected: line.result, actual };
}

/**
 * The function of a line, and what to call it with.
 *
 * @param {any} exports
 * @param {Contract} contract
 * @param {number} number
 * @param {Line} line
 * @returns {[Any, unknown[]]}
 * @throws {PlanmarkError} `trace-damaged`.
 */
function calling(exports, contract, number, line) {
  try {
    const args = contract.arguments(line.arguments, `${line.interface}.${line.function}`);
    return [functionOf(exports, line), args];
  } catch (error) {
    throw damaged(number, error);
  }
}

/**
 * @param {any} exports
 * @param {Line} line
 * @returns {Any}
 */
function functionOf(exports, line) {
  const [of, name] = [camel(line.interface), camel(line.function)];
  if (!Object.hasOwn(exports, of)) throw new Error('the engine has no such function');
  return exports[of][name];
}

/**
 * @param {Step} step
 * @returns {{ capability: string, arguments: unknown[] }}
 */
function question({ capability, arguments: args }) {
  return { capability, arguments: args };
}

/** @returns {never} */
function never() {
  throw new Error('nothing is asked of a host');
}
