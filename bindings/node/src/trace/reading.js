import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';

import { PlanmarkError } from '../error.js';
import { isObject } from './contract.js';
import { expect, parse as parseJson } from './json.js';
import { FILE_MAX_BYTES, LINE_MAX_BYTES } from './limits.js';
import { FORMAT } from './recording.js';

/** @import { Step } from './recording.js' */

const LF = 0x0a;
const CHUNK_BYTES = 1024 * 1024;
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
 * The calls of a trace with the numbers of their lines; `undefined` for a last one that is cut off. What is
 * appended to the file meanwhile is not read.
 *
 * @param {string} path
 * @returns {Generator<[number, Line | undefined]>}
 * @throws {PlanmarkError} `trace-unreadable`, `trace-damaged`.
 */
export function* lines(path) {
  const [file, size] = readable(() => opened(path));
  try {
    let number = 0;
    /** @type {Uint8Array[]} */
    let parts = [];
    for (const part of pieces(file, size)) {
      parts.push(part);
      const length = parts.reduce((sum, { length }) => sum + length, 0);
      const isWhole = part.at(-1) === LF;
      if (length - Number(isWhole) > LINE_MAX_BYTES) throw damaged(number + 1, `it has more than ${LINE_MAX_BYTES} bytes`);
      if (!isWhole) continue;
      number += 1;
      if (length > 1) yield [number, parse(Buffer.concat(parts).subarray(0, -1), number)];
      parts = [];
    }
    if (parts.length > 0) yield [number + 1, undefined];
  } finally {
    closeSync(file);
  }
}

/**
 * Opens a regular file, and gives its size. Nothing else is opened: a pipe would be waited for, and a device
 * may have no end.
 *
 * @param {string} path
 * @returns {[number, number]}
 */
function opened(path) {
  const { O_NONBLOCK = 0, O_RDONLY } = constants;
  expect(statSync(path).isFile(), "the name is not a regular file's");
  const file = openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    const status = fstatSync(file);
    expect(status.isFile(), 'the file was exchanged while it was opened');
    expect(status.size <= FILE_MAX_BYTES, `it has more than ${FILE_MAX_BYTES} bytes`);
    return [file, status.size];
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/**
 * The bytes of a file, cut after each LF and wherever a read ended.
 *
 * @param {number} file
 * @param {number} size
 * @returns {Generator<Uint8Array>}
 */
function* pieces(file, size) {
  for (let at = 0; at < size;) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at));
    const read = readable(() => readSync(file, chunk, 0, chunk.length, at));
    if (read === 0) return;
    at += read;
    for (let start = 0; start < read;) {
      const end = chunk.subarray(0, read).indexOf(LF, start) + 1 || read;
      yield chunk.subarray(start, end);
      start = end;
    }
  }
}

/**
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
function readable(work) {
  try {
    return work();
  } catch (cause) {
    throw new PlanmarkError({
      code: 'trace-unreadable',
      message: `the trace can't be read: ${messageOf(cause)}`,
      next: 'Name a file that a host has recorded.',
      cause,
    });
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {number} number
 * @returns {Line}
 */
function parse(bytes, number) {
  try {
    const line = /** @type {any} */ (parseJson(UTF8.decode(bytes)));
    expect(isObjectOf(line, CALL), 'it is no object of a call');
    expect(line.trace === FORMAT, `its format is ${line.trace}, and this package knows ${FORMAT}`);
    for (const name of ['component', 'interface', 'function']) expect(typeof line[name] === 'string', `"${name}" is no text`);
    expect(Array.isArray(line.arguments) && Array.isArray(line.steps), 'arguments and steps are no lists');
    expect('result' in line, 'there is no result');
    for (const step of line.steps) {
      const is = isObjectOf(step, STEP) && typeof step.capability === 'string' && Array.isArray(step.arguments);
      expect(is, 'a step is none');
    }
    return line;
  } catch (error) {
    throw damaged(number, error);
  }
}

/**
 * The error for a line that is no call.
 *
 * @param {number} line
 * @param {unknown} cause
 */
export function damaged(line, cause) {
  return new PlanmarkError({
    code: 'trace-damaged',
    message: `line ${line} is no call of a trace: ${messageOf(cause)}`,
    next: 'Delete that line, or record the calls again.',
  });
}

/** @param {unknown} thrown */
export function messageOf(thrown) {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/**
 * @param {unknown} value
 * @param {string[]} known
 */
function isObjectOf(value, known) {
  return isObject(value) && Object.keys(value).every((name) => known.includes(name));
}
