import { join } from 'node:path';

import { CapabilityError } from '../error.js';
import * as form from './form.js';
import { BodyFiles } from './sqlite/bodies.js';
import { Readers } from './sqlite/reading.js';
import { Writer } from './sqlite/writing.js';

/**
 * @import { Mutation, Scope, ScopeKind, Store, StoreCall } from '../types.js'
 * @import { Lock } from './sqlite/locks.js'
 * @import { Opened } from './sqlite/open.js'
 * @import { Reader } from './sqlite/reading.js'
 */

/**
 * The SQLite store: one folder, the home, shared with every other process of one machine.
 *
 *     <home>/planmark.db                every cell, in WAL mode
 *     <home>/locks/<digest>             one empty lock database a scope, never deleted
 *     <home>/plans/<session>/<plan>.md  saved plan bodies, for people to open
 *
 * Nothing but SQLite opens the database file: on POSIX systems closing any descriptor of it would
 * drop the locks of the whole process.
 *
 * @implements {Store}
 */
export class SqliteStore {
  /** @param {Opened} opened */
  constructor({ root, database, locks, waitMs }) {
    this.locks = locks;
    this.readers = new Readers(database.name, waitMs);
    this.writer = new Writer(database);
    this.bodies = new BodyFiles(root, join(root, 'plans'));
  }

  begin() {
    return new SqliteCall(this);
  }

  close() {
    this.readers.close();
    this.locks.close();
    this.writer.close();
  }
}

/** @implements {StoreCall} */
class SqliteCall {
  #store;
  /** @type {Reader | undefined} */
  #snapshot;
  /** @type {{ scope: Scope, lock: Lock } | undefined} */
  #held;
  #leased = false;

  /** @param {SqliteStore} store */
  constructor(store) {
    this.#store = store;
  }

  /** @param {Scope} scope */
  acquire(scope) {
    form.scope(scope);
    form.firstLease(this.#leased);
    this.#endSnapshot();
    this.#held = { scope, lock: this.#store.locks.acquire(scope) };
    this.#leased = true;
  }

  /**
   * @param {Scope} scope
   * @param {string} key
   */
  get(scope, key) {
    form.scope(scope);
    form.key(key);
    return this.#reader().get(scope, key);
  }

  /**
   * @param {Scope} scope
   * @param {string} prefix
   * @param {string} from
   * @param {number} limit
   */
  scan(scope, prefix, from, limit) {
    form.scope(scope);
    form.scan(prefix, from, limit);
    return this.#reader().scan(scope, prefix, from, limit);
  }

  /**
   * @param {ScopeKind} kind
   * @param {string} from
   * @param {number} limit
   */
  scopes(kind, from, limit) {
    form.listing(from, limit);
    return this.#reader().scopes(kind, from, limit);
  }

  /**
   * The snapshot ends first: a reader that stays at an old state would keep the log from being
   * checkpointed by the commits of its own call.
   *
   * @param {Scope} scope
   * @param {Mutation[]} mutations
   */
  commit(scope, mutations) {
    this.#endSnapshot();
    try {
      form.scope(scope);
      form.mutations(mutations);
      const held = this.#held?.scope;
      if (held?.kind !== scope.kind || held.id !== scope.id) {
        throw new CapabilityError('lease-ended', 'the call does not hold the scope');
      }
      this.#store.writer.commit(scope, mutations);
    } finally {
      this.#endLease();
    }
  }

  /**
   * @param {string} session
   * @param {string} plan
   * @param {string} text
   */
  writeBody(session, plan, text) {
    form.bodyName(session, plan);
    form.bodyText(text);
    return this.#store.bodies.write(session, plan, text);
  }

  /**
   * @param {string} session
   * @param {string} plan
   */
  readBody(session, plan) {
    form.bodyName(session, plan);
    return this.#store.bodies.read(session, plan);
  }

  /**
   * @param {string} session
   * @param {string} from
   * @param {number} limit
   */
  listBodies(session, from, limit) {
    form.bodySession(session);
    form.listing(from, limit);
    return this.#store.bodies.list(session, from, limit);
  }

  /**
   * @param {string} session
   * @param {string} plan
   */
  removeBody(session, plan) {
    form.bodyName(session, plan);
    this.#store.bodies.remove(session, plan);
  }

  end() {
    this.#endSnapshot();
    this.#endLease();
  }

  #reader() {
    return (this.#snapshot ??= this.#store.readers.begin());
  }

  #endSnapshot() {
    if (this.#snapshot) this.#store.readers.end(this.#snapshot);
    this.#snapshot = undefined;
  }

  #endLease() {
    if (this.#held) this.#store.locks.release(this.#held.lock);
    this.#held = undefined;
  }
}
