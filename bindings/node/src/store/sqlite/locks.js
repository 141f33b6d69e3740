/**
 * Leases across processes: one empty lock database for each scope.
 *
 * A holder has an open write transaction on it, in which nothing is written; `ROLLBACK` ends it, and
 * the kernel does when the process dies. The journal is kept in memory, so that no file appears
 * beside the lock. Lock files are never deleted: two processes could otherwise lock two files of
 * one name. Nothing but SQLite opens one, since a POSIX system drops every lock of a process on a
 * file when the process closes any descriptor of it.
 *
 * Opening a lock database costs ten times what locking it does, so a bounded number stays open.
 */

import { createHash } from 'node:crypto';
import { chmodSync, lstatSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import { CapabilityError } from '../../error.js';
import { isBusy, sql } from './failure.js';

/** @import { Scope } from '../../types.js' */

/** Most lock databases that stay open while nobody holds them. */
const IDLE_MAX = 128;

/** The lock databases of one home. */
export class LockFiles {
  #folder;
  /** @type {Map<string, Lock>} Oldest use first. */
  #idle = new Map();

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder;
  }

  /**
   * Takes the lock of a scope, or answers `busy` at once.
   *
   * @param {Scope} scope
   */
  acquire(scope) {
    const name = createHash('sha256').update(`${scope.kind}/${scope.id}`).digest('hex');
    const lock = this.acquireNamed(name);
    if (!lock) throw new CapabilityError('busy', 'another process holds the scope');
    return lock;
  }

  /**
   * Takes the lock of that file name; nothing when another has it.
   *
   * @param {string} name
   * @returns {Lock | undefined}
   */
  acquireNamed(name) {
    try {
      const lock = this.#idle.get(name) ?? new Lock(this.#folder, name);
      this.#idle.delete(name);
      if (lock.begin()) return lock;
      this.#keep(lock);
      return undefined;
    } catch (error) {
      // Opening reads the file, which an exclusive holder refuses as well.
      if (isBusy(error)) return undefined;
      throw sql(error);
    }
  }

  /** @param {Lock} lock */
  release(lock) {
    if (lock.end()) this.#keep(lock);
  }

  close() {
    for (const lock of this.#idle.values()) lock.close();
    this.#idle.clear();
  }

  /** @param {Lock} lock */
  #keep(lock) {
    this.#idle.get(lock.name)?.close();
    this.#idle.set(lock.name, lock);
    for (const [name, oldest] of this.#idle) {
      if (this.#idle.size <= IDLE_MAX) break;
      oldest.close();
      this.#idle.delete(name);
    }
  }
}

/** One open lock database. */
export class Lock {
  #database;
  #begin;
  #rollback;

  /**
   * @param {string} folder
   * @param {string} name
   */
  constructor(folder, name) {
    this.name = name;
    this.#database = openPrivate(join(folder, name), { timeout: 0 });
    this.#database.pragma('journal_mode = MEMORY');
    this.#begin = this.#database.prepare('BEGIN IMMEDIATE');
    this.#rollback = this.#database.prepare('ROLLBACK');
  }

  /** Says whether the lock is ours now. */
  begin() {
    try {
      this.#begin.run();
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      this.close();
      throw error;
    }
  }

  /** Gives the lock up, and says whether the connection can be used again. */
  end() {
    try {
      this.#rollback.run();
      return true;
    } catch {
      // Closing a connection releases its lock as well.
      this.close();
      return false;
    }
  }

  close() {
    this.#database.close();
  }
}

/**
 * Opens a database that only its owner may use, creating an empty one where there is none. A link
 * is refused.
 *
 * @param {string} path
 * @param {{ timeout: number }} options
 * @returns {Database.Database}
 */
export function openPrivate(path, options) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new CapabilityError('denied', "a link or folder stands in a file's place");
  const database = new Database(path, options);
  if (!found) chmodSync(path, 0o600);
  return database;
}
