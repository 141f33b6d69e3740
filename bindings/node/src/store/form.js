/**
 * What the arguments of a store must look like: checked here once, for every store, before
 * anything is touched. Each function answers `invalid` and says which argument it is.
 */

import { byteLength } from '../bytes.js';
import { CapabilityError } from '../error.js';

/** @import { Mutation, Scope } from '../types.js' */

const TASK_ID_MAX_BYTES = 256;
const KEY_MAX_BYTES = 512;
const COMMIT_MAX_MUTATIONS = 64;
const PAGE_MAX_ENTRIES = 1_000;

/** Most bytes a stored value may have. */
export const CELL_MAX_BYTES = 1 << 20;
/** Most bytes of a saved plan body. */
export const BODY_MAX_BYTES = 262_144;

/** Printable ASCII without space. */
const PRINTABLE = /^[!-~]*$/;
/** A session or plan id, but for the names that `isFileId` excludes. */
const FILE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
/** Names that Windows keeps for devices, with or without an extension. */
const DEVICE_NAME = /^(con|prn|aux|nul|com[1-9]|lpt[1-9])(\.|$)/i;

/** @param {Scope} scope */
export function scope({ kind, id }) {
  const right = kind === 'task' ? id !== '' && isPrintable(id, TASK_ID_MAX_BYTES) : isFileId(id);
  require(right, "the scope's id is not of its form");
}

/** @param {boolean} leased Whether the call has had a lease. */
export function firstLease(leased) {
  require(!leased, 'a call gets one lease');
}

/** @param {string} key */
export function key(key) {
  require(key !== '' && isPrintable(key, KEY_MAX_BYTES), 'the key is not of its form');
}

/**
 * @param {string} prefix
 * @param {string} from
 * @param {number} limit
 */
export function scan(prefix, from, limit) {
  require(isPrintable(prefix, KEY_MAX_BYTES), 'the prefix is not of the form of a key');
  require(isPrintable(from, KEY_MAX_BYTES), 'the start of the scan is not of the form of a key');
  pageLimit(limit);
}

/**
 * @param {string} from
 * @param {number} limit
 */
export function listing(from, limit) {
  require(isPrintable(from, TASK_ID_MAX_BYTES), 'the start of the listing is not of the form of an id');
  pageLimit(limit);
}

/** @param {Mutation[]} mutations */
export function mutations(mutations) {
  const count = mutations.length;
  require(count >= 1 && count <= COMMIT_MAX_MUTATIONS, 'a commit has 1 to 64 mutations');
  require(new Set(mutations.map(({ key }) => key)).size === count, 'a key occurs twice in one commit');
  for (const { key: name, expected, action } of mutations) {
    key(name);
    if (action.tag === 'put') {
      require(byteLength(action.val) <= CELL_MAX_BYTES, 'a value has over 1,048,576 bytes');
    }
    require(action.tag !== 'remove' || expected !== undefined, 'a cell to remove needs a version');
  }
}

/**
 * @param {string} session
 * @param {string} plan
 */
export function bodyName(session, plan) {
  bodySession(session);
  require(isFileId(plan), 'the plan id is not of its form');
}

/** @param {string} session */
export function bodySession(session) {
  require(isFileId(session), 'the session id is not of its form');
}

/** @param {string} text */
export function bodyText(text) {
  const bytes = byteLength(text);
  require(bytes >= 1 && bytes <= BODY_MAX_BYTES, 'a body has 1 to 262,144 bytes');
}

/**
 * Whether an id can name a file everywhere.
 *
 * @param {string} id
 */
export function isFileId(id) {
  return FILE_ID.test(id) && !id.endsWith('.') && !DEVICE_NAME.test(id);
}

/**
 * @param {string} text
 * @param {number} maxBytes
 */
function isPrintable(text, maxBytes) {
  return text.length <= maxBytes && PRINTABLE.test(text);
}

/** @param {number} limit */
function pageLimit(limit) {
  require(limit >= 1 && limit <= PAGE_MAX_ENTRIES, 'a page has 1 to 1,000 entries');
}

/**
 * @param {boolean} condition
 * @param {string} message
 */
function require(condition, message) {
  if (!condition) throw new CapabilityError('invalid', message);
}
