/** Reading: pooled connections, and a snapshot for each call. */

import Database from 'better-sqlite3';

import { CapabilityError } from '../../error.js';
import { CELL_MAX_BYTES } from '../form.js';
import * as paging from '../paging.js';
import { asSql } from './failure.js';

/** @import { Cell, CellPage, Scope, ScopeKind, ScopePage } from '../../types.js' */

/** Most connections that stay open while nobody reads. */
const IDLE_MAX = 8;

const GET = `SELECT key, version, value FROM cells
  WHERE scope = (SELECT id FROM scopes WHERE kind = ? AND name = ?) AND key = ?`;
const SCAN = `SELECT key, version, value FROM cells
  WHERE scope = (SELECT id FROM scopes WHERE kind = ? AND name = ?) AND key >= ? AND key < ?
  ORDER BY key LIMIT ?`;
const SCOPES = `SELECT name FROM scopes WHERE kind = ? AND name >= ?
  AND EXISTS (SELECT 1 FROM cells WHERE cells.scope = scopes.id) ORDER BY name LIMIT ?`;

/** After every character that a key may hold. */
const AFTER_KEYS = '\u007f';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The connections that read one database. */
export class Readers {
  #path;
  #waitMs;
  /** @type {Reader[]} */
  #idle = [];

  /**
   * @param {string} path
   * @param {number} waitMs
   */
  constructor(path, waitMs) {
    this.#path = path;
    this.#waitMs = waitMs;
  }

  /** A reader whose snapshot begins with its first read. */
  begin() {
    const reader = this.#idle.pop() ?? asSql(() => new Reader(this.#path, this.#waitMs));
    asSql(() => reader.begin());
    return reader;
  }

  /** @param {Reader} reader */
  end(reader) {
    if (!reader.end() || this.#idle.length >= IDLE_MAX) reader.close();
    else this.#idle.push(reader);
  }

  close() {
    for (const reader of this.#idle) reader.close();
    this.#idle = [];
  }
}

/** One connection, and the state of the store that it sees. */
export class Reader {
  #database;
  #begin;
  #commit;
  #get;
  #scan;
  #scopes;

  /**
   * @param {string} path
   * @param {number} waitMs
   */
  constructor(path, waitMs) {
    this.#database = new Database(path, { fileMustExist: true, timeout: waitMs });
    this.#database.pragma('query_only = true');
    this.#database.defaultSafeIntegers(true);
    this.#begin = this.#database.prepare('BEGIN');
    this.#commit = this.#database.prepare('COMMIT');
    this.#get = this.#database.prepare(GET);
    this.#scan = this.#database.prepare(SCAN);
    this.#scopes = this.#database.prepare(SCOPES).pluck();
  }

  begin() {
    this.#begin.run();
  }

  /**
   * @param {Scope} scope
   * @param {string} key
   * @returns {Cell | undefined}
   */
  get({ kind, id }, key) {
    const row = asSql(() => this.#get.get(kind, id, key));
    return row === undefined ? undefined : cell(row);
  }

  /**
   * @param {Scope} scope
   * @param {string} prefix
   * @param {string} from
   * @param {number} limit
   * @returns {CellPage}
   */
  scan({ kind, id }, prefix, from, limit) {
    const [start, end] = [prefix > from ? prefix : from, prefix + AFTER_KEYS];
    return asSql(() => {
      const rows = this.#scan.iterate(kind, id, start, end, limit + 1);
      return paging.cells(cellsOf(rows), limit);
    });
  }

  /**
   * @param {ScopeKind} kind
   * @param {string} from
   * @param {number} limit
   * @returns {ScopePage}
   */
  scopes(kind, from, limit) {
    const found = asSql(() => this.#scopes.all(kind, from, limit + 1));
    return paging.scopes(/** @type {string[]} */ (found), limit);
  }

  /** Ends the snapshot, and says whether the connection can be used again. */
  end() {
    try {
      this.#commit.run();
      return true;
    } catch {
      return false;
    }
  }

  close() {
    this.#database.close();
  }
}

/** @param {Iterable<unknown>} rows */
function* cellsOf(rows) {
  for (const row of rows) yield cell(row);
}

/**
 * Makes a cell of a row. What another program may have stored is checked.
 *
 * @param {unknown} row
 * @returns {Cell}
 */
function cell(row) {
  const { key, version, value } = /** @type {{ key: string, version: bigint, value: unknown }} */ (row);
  if (version < 0n) throw new CapabilityError('corrupt', 'a version is negative');
  if (!Buffer.isBuffer(value)) throw new CapabilityError('corrupt', 'a value is not a blob');
  if (value.length > CELL_MAX_BYTES) {
    throw new CapabilityError('too-large', 'a stored value has over 1,048,576 bytes');
  }
  return { key, version, value: decoded(value) };
}

/** @param {Buffer} value */
function decoded(value) {
  try {
    return UTF8.decode(value);
  } catch (cause) {
    throw new CapabilityError('not-text', 'a stored value is not UTF-8', { cause });
  }
}
