/** Writing: one connection, and one durable transaction for each commit. */

import { statSync } from 'node:fs';

import { CapabilityError } from '../../error.js';
import { held, isBusy, sql, sqlCode } from './failure.js';
import { SCHEMA_VERSION } from './schema.js';

/**
 * @import { Database } from 'better-sqlite3'
 * @import { Mutation, Scope } from '../../types.js'
 */

/**
 * How long a commit keeps this process waiting for another process's commit. After that the lease
 * is given up, and the whole call is made again later.
 */
const PATIENCE_MS = 100;
const LONGEST_PAUSE_MS = 3;

/** How often, in commits, the size of the write-ahead log is looked at. */
const LOG_CHECK_COMMITS = 256;
/**
 * Above this size the log is truncated even if readers must be waited for. SQLite's own checkpoints
 * keep it at about 4 MB, unless calls always overlap.
 */
const LOG_LARGE_BYTES = 32 << 20;

const NEXT_VERSION = `INSERT INTO scopes (kind, name, version) VALUES (?, ?, 1)
  ON CONFLICT DO UPDATE SET version = version + 1 RETURNING id, version`;
const SCOPE = 'SELECT id FROM scopes WHERE kind = ? AND name = ?';
const INSERT = `INSERT INTO cells (scope, key, version, value) VALUES (?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;
const UPDATE = 'UPDATE cells SET version = ?, value = ? WHERE scope = ? AND key = ? AND version = ?';
const REMOVE = 'DELETE FROM cells WHERE scope = ? AND key = ? AND version = ?';
const VERSION = 'SELECT version FROM cells WHERE scope = ? AND key = ?';

/** Where no scope has its id: a scope without a row, in which every cell is absent. */
const NO_SCOPE = 0n;

/** The one connection of a store that writes. */
export class Writer {
  #database;
  #statements;
  /** Which file the connection writes to. */
  #file;
  #commits = 0;

  /** @param {Database} database */
  constructor(database) {
    this.#database = database;
    this.#file = identity(database.name);
    database.defaultSafeIntegers(true);
    this.#statements = {
      begin: database.prepare('BEGIN IMMEDIATE'),
      commit: database.prepare('COMMIT'),
      userVersion: database.prepare('PRAGMA user_version').pluck(),
      nextVersion: database.prepare(NEXT_VERSION),
      scope: database.prepare(SCOPE).pluck(),
      insert: database.prepare(INSERT),
      update: database.prepare(UPDATE),
      remove: database.prepare(REMOVE),
      version: database.prepare(VERSION).pluck(),
    };
  }

  /**
   * Commits the mutations of a call that holds the scope.
   *
   * @param {Scope} scope
   * @param {Mutation[]} mutations
   */
  commit(scope, mutations) {
    try {
      this.#begin();
      this.#checkPlace();
      this.#checkSchema();
      this.#apply(scope, mutations);
    } catch (error) {
      this.#rollBack();
      throw sql(error);
    }
    this.#finish();
    this.#commits += 1;
    if (this.#commits % LOG_CHECK_COMMITS === 0) this.#boundLog();
  }

  close() {
    this.#database.close();
  }

  /** Waits a little for a commit of another process: those take a few milliseconds. */
  #begin() {
    const deadline = performance.now() + PATIENCE_MS;
    for (let pauseMs = 0.1; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
      try {
        this.#statements.begin.run();
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() >= deadline) throw held(error);
        sleep(pauseMs);
      }
    }
  }

  /**
   * Refuses to write to a database that was moved, removed or replaced while it was open: nobody else
   * would ever see it.
   */
  #checkPlace() {
    if (identity(this.#database.name) !== this.#file) {
      throw new CapabilityError('unavailable', 'the database was moved, removed or replaced while it was open');
    }
  }

  /** Refuses to write when a newer program has changed the schema since this one opened it. */
  #checkSchema() {
    const version = Number(this.#statements.userVersion.get());
    if (version !== SCHEMA_VERSION) throw new CapabilityError('newer-format', `the schema is now ${version}`);
  }

  /**
   * @param {Scope} scope
   * @param {Mutation[]} mutations
   */
  #apply(scope, mutations) {
    const puts = mutations.some(({ action }) => action.tag === 'put');
    const target = puts ? this.#nextVersion(scope) : this.#now(scope);
    for (const mutation of mutations) {
      if (!this.#applyOne(target, mutation)) {
        throw new CapabilityError('conflict', 'a cell has another version than expected');
      }
    }
  }

  /**
   * A scope's row, and the version for what is put.
   *
   * @typedef {{ id: bigint, version: bigint }} Target
   */

  /** @param {Scope} scope */
  #nextVersion({ kind, id }) {
    return /** @type {Target} */ (this.#statements.nextVersion.get(kind, id));
  }

  /**
   * @param {Scope} scope
   * @returns {Target}
   */
  #now({ kind, id }) {
    const found = /** @type {bigint | undefined} */ (this.#statements.scope.get(kind, id));
    return { id: found ?? NO_SCOPE, version: 0n };
  }

  /**
   * Checks a cell's version and writes it, and says whether the version was the expected one.
   *
   * @param {Target} target
   * @param {Mutation} mutation
   */
  #applyOne({ id: scope, version }, { key, expected, action }) {
    const { insert, update, remove, version: found } = this.#statements;
    // A version that SQLite can't hold is no cell's.
    if (expected !== undefined && BigInt.asIntN(64, expected) !== expected) return false;
    switch (action.tag) {
      case 'put': {
        const value = Buffer.from(action.val);
        if (expected === undefined) return insert.run(scope, key, version, value).changes === 1;
        return update.run(version, value, scope, key, expected).changes === 1;
      }
      case 'remove':
        return remove.run(scope, key, expected).changes === 1;
      case 'check':
        return found.get(scope, key) === expected;
    }
  }

  #finish() {
    try {
      this.#statements.commit.run();
    } catch (error) {
      this.#rollBack();
      // The log had no room for the frame that makes a commit: there is none.
      if (sqlCode(error) === 'full') throw sql(error);
      const message = error instanceof Error ? error.message : String(error);
      throw new CapabilityError('outcome-unknown', message, { cause: error });
    }
  }

  #rollBack() {
    if (!this.#database.inTransaction) return;
    try {
      this.#database.exec('ROLLBACK');
    } catch {
      // What stays open never commits: the next BEGIN says so.
    }
  }

  /** Truncates a log that has outgrown SQLite's own checkpoints, unless readers are in the way. */
  #boundLog() {
    const log = statSync(`${this.#database.name}-wal`, { throwIfNoEntry: false });
    if (!log || log.size <= LOG_LARGE_BYTES) return;
    this.#database.pragma(`busy_timeout = ${PATIENCE_MS}`);
    this.#database.pragma('wal_checkpoint(TRUNCATE)');
    this.#database.pragma('busy_timeout = 0');
  }
}

const SLEEPER = new Int32Array(new SharedArrayBuffer(4));

/** @param {number} ms */
function sleep(ms) {
  Atomics.wait(SLEEPER, 0, 0, ms);
}

/**
 * Which file has that name now. Windows keeps an open database from being moved or removed.
 *
 * @param {string} path
 */
function identity(path) {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}/${found.ino}`;
}
