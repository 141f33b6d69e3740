/** Pages of an answer, cut at their limits the same way in every store. */

import { byteLength } from '../bytes.js';

/** @import { BodyEntry, BodyPage, Cell, CellPage, ScopePage } from '../types.js' */

/** Most bytes of keys and values in one answer, unless one cell alone is larger. */
const ANSWER_MAX_BYTES = 1 << 20;

/**
 * A page of the first `limit` cells that fit into an answer. The cell after them is its `next`; one
 * that is larger than an answer gets a page alone.
 *
 * @param {Iterable<Cell>} found In key order, one more than `limit` where there are more.
 * @param {number} limit
 * @returns {CellPage}
 */
export function cells(found, limit) {
  /** @type {Cell[]} */
  const cells = [];
  let room = ANSWER_MAX_BYTES;
  for (const cell of found) {
    const bytes = cell.key.length + byteLength(cell.value);
    if (cells.length === limit || (bytes > room && cells.length > 0)) return { cells, next: cell.key };
    cells.push(cell);
    room -= bytes;
  }
  return { cells };
}

/**
 * @param {string[]} found One more than `limit` where there are more.
 * @param {number} limit
 * @returns {ScopePage}
 */
export function scopes(found, limit) {
  return { ids: found.slice(0, limit), ...next(found[limit]) };
}

/**
 * @param {BodyEntry[]} found
 * @param {number} limit
 * @returns {BodyPage}
 */
export function bodies(found, limit) {
  return { entries: found.slice(0, limit), ...next(found[limit]?.plan) };
}

/** @param {string | undefined} from */
function next(from) {
  return from === undefined ? {} : { next: from };
}
