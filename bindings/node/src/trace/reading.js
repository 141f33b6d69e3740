import { PlanmarkError } from '../error.js';
import { FORMAT } from './recording.js';

/** @import { Step } from './recording.js' */

const LF = 0x0a;
const CALL = ['trace', 'component', 'interface', 'function', 'arguments', 'steps', 'result'];
const STEP = ['capability', 'arguments', 'answer'];
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A recorded call.
 *
 * @typedef {object} Line
 * @property {string} component
 * @property {string} interface
 * @property {string} function
 * @property {unknown[]} arguments
 * @property {Step[]} steps
 * @property {unknown} result
 */

/**
 * The calls of a trace with the numbers of their lines; `undefined` for a last one that is cut off.
 *
 * @param {Uint8Array} bytes
 * @returns {Generator<[number, Line | undefined]>}
 * @throws {PlanmarkError} `trace-damaged`.
 */
export function* lines(bytes) {
  let number = 0;
  for (let start = 0; start < bytes.length;) {
    number += 1;
    const end = bytes.indexOf(LF, start);
    if (end < 0) {
      yield [number, undefined];
      return;
    }
    if (end > start) yield [number, parse(bytes.subarray(start, end), number)];
    start = end + 1;
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {number} number
 * @returns {Line}
 */
function parse(bytes, number) {
  try {
    const line = JSON.parse(UTF8.decode(bytes));
    expect(isObject(line, CALL), 'it is no object of a call');
    expect(line.trace === FORMAT, `its format is ${line.trace}, and this package knows ${FORMAT}`);
    for (const name of ['component', 'interface', 'function']) expect(typeof line[name] === 'string', `"${name}" is no text`);
    expect(Array.isArray(line.arguments) && Array.isArray(line.steps), 'arguments and steps are no lists');
    expect('result' in line, 'there is no result');
    for (const step of line.steps) {
      const is = isObject(step, STEP) && typeof step.capability === 'string' && Array.isArray(step.arguments);
      expect(is && (step.answer === undefined || isAnswer(step.answer)), 'a step is none');
    }
    return line;
  } catch (error) {
    throw damaged(number, error instanceof Error ? error.message : String(error));
  }
}

/**
 * The error for a line that is no call.
 *
 * @param {number} line
 * @param {string} cause
 */
export function damaged(line, cause) {
  return new PlanmarkError({
    code: 'trace-damaged',
    message: `line ${line} is no call of a trace: ${cause}`,
    next: 'Delete that line, or record the calls again.',
  });
}

/**
 * @param {any} value
 * @param {string[]} known
 */
function isObject(value, known) {
  const is = typeof value === 'object' && value !== null && !Array.isArray(value);
  return is && Object.keys(value).every((name) => known.includes(name));
}

/** @param {unknown} value */
function isAnswer(value) {
  return isObject(value, ['ok', 'failure']) && Object.keys(/** @type {object} */ (value)).length === 1;
}

/**
 * @param {boolean} holds
 * @param {string} otherwise
 */
function expect(holds, otherwise) {
  if (!holds) throw new Error(otherwise);
}
