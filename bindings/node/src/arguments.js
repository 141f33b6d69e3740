/**
 * Checks arguments before they enter the engine, and gives them the form in which the generated
 * code takes them. Only what JavaScript can get wrong is checked: types, names of fields, whole
 * numbers, text that is no Unicode. What a value may say is the engine's to judge.
 */

import { byteLength } from './bytes.js';
import { PlanmarkError } from './error.js';

/** @import { Author } from './types.js' */
/** @import * as documents from '../generated/interfaces/planmark-engine-documents.js' */

const U32_MAX = 0xffff_ffff;

/** Most bytes of a text that is handed to the engine. It has memory for a few of them. */
const TEXT_MAX_BYTES = 4 * 1024 * 1024;

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {string}
 */
export function text(value, what) {
  if (typeof value !== 'string') throw wrong(`"${what}" must be a string, not ${kindOf(value)}`);
  if (!value.isWellFormed()) throw notUtf8(what);
  // A code unit of UTF-16 has at most three bytes of UTF-8.
  if (value.length * 3 > TEXT_MAX_BYTES) checkSize(value, what);
  return value;
}

/**
 * The name of a file or folder.
 *
 * @param {unknown} value
 * @param {string} what
 * @returns {string}
 */
export function path(value, what) {
  if (typeof value !== 'string' || value === '' || value.includes('\0')) throw wrong(`"${what}" must be a path`);
  if (!value.isWellFormed()) throw notUtf8(what);
  return value;
}

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {number}
 */
export function u32(value, what) {
  if (!Number.isInteger(value) || Number(value) < 0 || Number(value) > U32_MAX) {
    throw wrong(`"${what}" must be a whole number from 0 to 4294967295, not ${kindOf(value)}`);
  }
  return Number(value);
}

/**
 * Whole numbers are exact up to 2^53 - 1, and no time or size is larger.
 *
 * @param {unknown} value
 * @param {string} what
 * @returns {bigint}
 */
export function u64(value, what) {
  if (!Number.isSafeInteger(value) || Number(value) < 0) {
    throw wrong(`"${what}" must be a whole number from 0 to 9007199254740991, not ${kindOf(value)}`);
  }
  return BigInt(Number(value));
}

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {boolean}
 */
export function boolean(value, what) {
  if (typeof value !== 'boolean') throw wrong(`"${what}" must be true or false, not ${kindOf(value)}`);
  return value;
}

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {unknown[]}
 */
export function list(value, what) {
  if (!Array.isArray(value)) throw wrong(`"${what}" must be a list, not ${kindOf(value)}`);
  return value;
}

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {string[]}
 */
export function texts(value, what) {
  return list(value, what).map((item) => text(item, what));
}

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {string | undefined}
 */
export function optionalText(value, what) {
  return value === undefined ? undefined : text(value, what);
}

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {number | undefined}
 */
export function optionalU32(value, what) {
  return value === undefined ? undefined : u32(value, what);
}

/**
 * @param {unknown} value
 * @param {string} [what]
 * @returns {Author}
 */
export function author(value, what = 'caller') {
  const { kind, name } = fields(value, what, ['kind', 'name']);
  if (kind !== 'agent' && kind !== 'person') {
    throw wrong(`"${what}.kind" must be "agent" or "person", not ${kindOf(kind)}`);
  }
  return { kind, name: text(name, `${what}.name`) };
}

/**
 * @param {unknown} value
 * @returns {documents.Context}
 */
export function context(value) {
  const { caller, coalesceWindowMs } = fields(value, 'context', ['caller', 'coalesceWindowMs']);
  const checked = author(caller);
  if (coalesceWindowMs === undefined) return { caller: checked };
  if (!Number.isSafeInteger(coalesceWindowMs)) {
    throw wrong(`"coalesceWindowMs" must be a whole number, not ${kindOf(coalesceWindowMs)}`);
  }
  return { caller: checked, coalesceWindowMs: BigInt(Number(coalesceWindowMs)) };
}

/**
 * @param {unknown} value
 * @returns {documents.WriteRequest}
 */
export function writeRequest(value) {
  const request = fields(value, 'request', ['task', 'title', 'content', 'mode', 'expectedVersion']);
  return {
    task: text(request['task'], 'task'),
    title: textOf(request, 'title'),
    content: textOf(request, 'content'),
    mode: textOf(request, 'mode'),
    ...expectedVersion(request),
  };
}

/**
 * @param {unknown} value
 * @returns {documents.EditRequest}
 */
export function editRequest(value) {
  const request = fields(value, 'request', ['task', 'find', 'replacement', 'expectedVersion']);
  return {
    task: text(request['task'], 'task'),
    find: textOf(request, 'find'),
    replacement: textOf(request, 'replacement'),
    ...expectedVersion(request),
  };
}

/**
 * Editors and pages send what they have: fields that this request does not know are ignored (D12).
 *
 * @param {unknown} value
 * @returns {documents.SaveRequest}
 */
export function saveRequest(value) {
  const request = object(value, 'request');
  return {
    task: text(request['task'], 'task'),
    title: textOf(request, 'title'),
    content: textOf(request, 'content'),
    ...expectedVersion(request),
  };
}

/**
 * @param {unknown} value
 * @returns {documents.RestoreRequest}
 */
export function restoreRequest(value) {
  const request = fields(value, 'request', ['task', 'point', 'expectedVersion']);
  return {
    task: text(request['task'], 'task'),
    point: point(request['point']),
    ...expectedVersion(request),
  };
}

/**
 * @param {unknown} value
 * @returns {documents.DeleteRequest}
 */
export function deleteRequest(value) {
  const request = fields(value, 'request', ['task', 'expectedVersion']);
  return { task: text(request['task'], 'task'), ...expectedVersion(request) };
}

/**
 * @param {unknown} value
 * @returns {documents.Point}
 */
export function point(value) {
  const { revision, position } = fields(value, 'point', ['revision', 'position']);
  if ((revision === undefined) === (position === undefined)) {
    throw wrong('"point" must have a "revision" or a "position", and not both');
  }
  return revision === undefined
    ? { tag: 'position', val: u32(position, 'point.position') }
    : { tag: 'revision', val: u32(revision, 'point.revision') };
}

/** @param {Record<string, unknown>} request */
function expectedVersion(request) {
  const expected = request['expectedVersion'];
  return expected === undefined ? {} : { expectedVersion: text(expected, 'expectedVersion') };
}

/**
 * The fields of an object, none of them unknown: a misspelt `expectedVersion` must not pass.
 *
 * @param {unknown} value
 * @param {string} what
 * @param {string[]} known
 * @returns {Record<string, unknown>}
 */
export function fields(value, what, known) {
  const checked = object(value, what);
  const unknown = Object.keys(checked).find((name) => !known.includes(name));
  if (unknown !== undefined) throw wrong(`"${what}" has no field "${unknown.toWellFormed()}"`);
  return checked;
}

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {Record<string, unknown>}
 */
function object(value, what) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrong(`"${what}" must be an object, not ${kindOf(value)}`);
  }
  return /** @type {Record<string, unknown>} */ (value);
}

/**
 * A text that may be left out, which is an empty one. `null` is not left out.
 *
 * @param {Record<string, unknown>} request
 * @param {string} name
 */
function textOf(request, name) {
  return request[name] === undefined ? '' : text(request[name], name);
}

/** @param {unknown} value */
function kindOf(value) {
  if (value === null) return 'null';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 100)) : typeof value;
}

/**
 * @param {string} value
 * @param {string} what
 */
function checkSize(value, what) {
  const bytes = byteLength(value);
  if (bytes <= TEXT_MAX_BYTES) return;
  throw new PlanmarkError({
    code: 'content-too-large',
    message: `"${what}" has ${bytes} bytes; a text of a call has at most ${TEXT_MAX_BYTES}`,
    next: 'Shorten the text: move finished detail to a file of its own and name that file in the plan.',
    facts: { bytes, limit: TEXT_MAX_BYTES },
  });
}

/** @param {string} message */
export function wrong(message) {
  return new PlanmarkError({
    code: 'invalid-argument',
    message,
    next: 'Correct the argument and call again.',
  });
}

/** @param {string} what */
function notUtf8(what) {
  return new PlanmarkError({
    code: 'not-utf-8',
    message: `"${what}" holds half of a surrogate pair, which no UTF-8 can express`,
    next: 'Repair the text where it was cut or decoded, and call again.',
  });
}
