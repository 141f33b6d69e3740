/** What the contract suite's behaviours use: a fresh store, and short ways to say things. */

import assert from 'node:assert/strict';

import { CapabilityError } from '../../src/index.js';

/** @import { Mutation, Scope, Store, StoreCall } from '../../src/types.js' */

/** A store under test, fresh and empty. */
export class Fixture {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
  }

  begin() {
    return this.store.begin();
  }

  /**
   * Does something in a call of its own.
   *
   * @template T
   * @param {(call: StoreCall) => T} work
   */
  with(work) {
    const call = this.begin();
    try {
      return work(call);
    } finally {
      call.end();
    }
  }

  /**
   * Commits in a call of its own.
   *
   * @param {Scope} scope
   * @param {Mutation[]} mutations
   */
  commit(scope, mutations) {
    this.with((call) => {
      call.acquire(scope);
      call.commit(scope, mutations);
    });
  }

  /**
   * Puts a cell that is absent, and gives its version.
   *
   * @param {Scope} scope
   * @param {string} key
   * @param {string} value
   */
  put(scope, key, value) {
    this.commit(scope, [put(key, undefined, value)]);
    return /** @type {bigint} */ (this.get(scope, key)?.version);
  }

  /**
   * @param {Scope} scope
   * @param {string} key
   */
  get(scope, key) {
    return this.with((call) => call.get(scope, key));
  }
}

/**
 * @param {string} id
 * @returns {Scope}
 */
export const task = (id) => ({ kind: 'task', id });

/**
 * @param {string} id
 * @returns {Scope}
 */
export const session = (id) => ({ kind: 'session', id });

/**
 * @param {string} key
 * @param {bigint | undefined} expected
 * @param {string} value
 * @returns {Mutation}
 */
export const put = (key, expected, value) => mutation(key, expected, { tag: 'put', val: value });

/**
 * @param {string} key
 * @param {bigint} [expected]
 */
export const remove = (key, expected) => mutation(key, expected, { tag: 'remove' });

/**
 * @param {string} key
 * @param {bigint} [expected]
 */
export const check = (key, expected) => mutation(key, expected, { tag: 'check' });

/**
 * @param {string} key
 * @param {bigint | undefined} expected
 * @param {Mutation['action']} action
 * @returns {Mutation}
 */
function mutation(key, expected, action) {
  return expected === undefined ? { key, action } : { key, expected, action };
}

/**
 * Does what must fail, and compares its code.
 *
 * @param {string} code
 * @param {() => unknown} work
 * @param {string} [about]
 */
export function refuses(code, work, about = '') {
  try {
    work();
  } catch (error) {
    if (!(error instanceof CapabilityError)) throw error;
    assert.equal(error.code, code, `${about} ${error.message}`);
    return;
  }
  assert.fail(`${about} must fail with ${code}`);
}
