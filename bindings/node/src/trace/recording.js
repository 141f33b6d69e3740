import { faultOf } from '../engine.js';
import { kebab, toJson } from './values.js';

/**
 * @import { Component, Exports } from '../component.js'
 * @import { TraceFile } from './file.js'
 */

/** The version of the format. */
export const FORMAT = 1;

/** What a call's result is in a trace when a function of the host failed. */
export const IMPORT_FAILED = 'import-failed';

const PACKAGE = 'planmark:engine/';

/**
 * One question of the engine to its host. Without an answer the host's function failed.
 *
 * @typedef {object} Step
 * @property {string} capability Interface and function, with a dot between.
 * @property {unknown[]} arguments
 * @property {unknown} [answer]
 */

/** @typedef {(...args: any[]) => unknown} Any */

/** @typedef {Record<string, Record<string, Any>>} Interfaces */

/**
 * The component, with each call of its exports recorded in a file.
 *
 * @param {Component} component
 * @param {string} digest
 * @param {TraceFile} file
 * @returns {Component}
 */
export function recorded(component, digest, file) {
  return {
    start: (imports) => {
      /** @type {Step[]} */
      const steps = [];
      const asked = mapped(/** @type {Interfaces} */ (imports), (name, answer) => recordedStep(steps, name, answer));
      const { exports, memoryBytes } = component.start(asked);
      const functions = mapped(/** @type {any} */ (exports), ({ interface: of, function: name }, call) => (...args) => {
        steps.length = 0;
        const line = { trace: FORMAT, component: digest, interface: of, function: name, arguments: args.map(toJson) };
        const [result, end] = resultOf(() => call(...args));
        file.append({ ...line, steps, result: isFailed(steps) ? { trap: IMPORT_FAILED } : result });
        return end();
      });
      return { exports: /** @type {Exports} */ (/** @type {unknown} */ (functions)), memoryBytes };
    },
  };
}

/**
 * @param {Step[]} steps
 * @param {{ interface: string, function: string }} name
 * @param {Any} answer
 * @returns {Any}
 */
function recordedStep(steps, { interface: of, function: name }, answer) {
  return (...args) => {
    /** @type {Step} */
    const step = { capability: `${of}.${name}`, arguments: args.map(toJson) };
    steps.push(step);
    const given = answer(...args);
    step.answer = isFailure(given) ? { failure: toJson(given.val) } : { ok: toJson(given) };
    return given;
  };
}

/** @param {Step[]} steps */
function isFailed(steps) {
  const last = steps.at(-1);
  return last !== undefined && last.answer === undefined;
}

/**
 * What a call of the engine comes to, in the form of a trace, and what ends it in the same way.
 *
 * @param {() => unknown} call
 * @returns {[unknown, () => unknown]}
 */
export function resultOf(call) {
  try {
    const answer = call();
    return [{ ok: toJson(answer) }, () => answer];
  } catch (thrown) {
    const result = thrown instanceof Error ? { trap: faultOf(thrown) } : { failure: toJson(thrown) };
    const again = () => {
      throw thrown;
    };
    return [result, again];
  }
}

/**
 * @param {unknown} given
 * @returns {given is { tag: 'err', val: unknown }}
 */
function isFailure(given) {
  return typeof given === 'object' && given !== null && /** @type {{ tag?: unknown }} */ (given).tag === 'err';
}

/**
 * The same interfaces with other functions. Names come as in `wit/`.
 *
 * @param {Interfaces} interfaces
 * @param {(name: { interface: string, function: string }, given: Any) => Any} change
 * @returns {Interfaces}
 */
export function mapped(interfaces, change) {
  return Object.fromEntries(
    Object.entries(interfaces).map(([key, functions]) => [
      key,
      Object.fromEntries(
        Object.entries(functions).map(([name, given]) => {
          return [name, change({ interface: interfaceOf(key), function: kebab(name) }, given)];
        }),
      ),
    ]),
  );
}

/**
 * The interface's name of `agentTools`, `planmark:engine/agent-tools` and the same with a version.
 *
 * @param {string} key
 */
function interfaceOf(key) {
  return kebab(key.replace(PACKAGE, '').replace(/@.*/, ''));
}
