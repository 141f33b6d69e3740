import { CapabilityError } from './error.js';

/**
 * @import { Call } from './call.js'
 * @import { Author, Mutation, Reach, Scope, ScopeKind } from './types.js'
 */

/**
 * The eleven imported functions, as the generated code wants them: translation only.
 *
 * A capability's failure goes back into the engine as its own kind of answer. Anything else that is
 * thrown must not: the call remembers it, and the engine is stopped where it stands.
 *
 * @param {() => Call} running Gives the call that is running.
 */
export function imports(running) {
  /**
   * @template {unknown[]} A
   * @template R
   * @param {(call: Call, ...args: A) => R} answer
   * @returns {(...args: A) => R | Failed}
   */
  const guarded = (answer) => (...args) => {
    const call = running();
    try {
      return answer(call, ...args);
    } catch (thrown) {
      if (!(thrown instanceof CapabilityError)) {
        call.failed(thrown);
        throw new Stopped();
      }
      call.refused(thrown);
      return { tag: 'err', val: { code: thrown.code, message: thrown.message.toWellFormed() } };
    }
  };
  return {
    'planmark:engine/clock': { now: guarded((call) => call.now()) },
    'planmark:engine/locking': {
      acquire: guarded((call, /** @type {Scope} */ scope) => call.acquire(scope)),
    },
    'planmark:engine/access': {
      mayReach: guarded(
        (call, /** @type {Author} */ caller, /** @type {string} */ task, /** @type {Reach} */ reach) =>
          call.mayReach(caller, task, reach),
      ),
    },
    'planmark:engine/storage': storage(guarded),
    'planmark:engine/bodies': bodies(guarded),
  };
}

/** Ends the engine's run after an import failed; what it threw is the call's `fault`. */
class Stopped extends Error {
  constructor() {
    super('an import failed');
  }
}

/**
 * A failure as the generated code takes it.
 *
 * @typedef {{ tag: 'err', val: { code: string, message: string } }} Failed
 */

/**
 * @typedef {<A extends unknown[], R>(answer: (call: Call, ...args: A) => R) => (...args: A) => R | Failed} Guard
 */

/** @param {Guard} guarded */
function storage(guarded) {
  return {
    get: guarded((call, /** @type {Scope} */ scope, /** @type {string} */ key) => ({
      cell: call.store.get(scope, key),
    })),
    scan: guarded(
      (
        call,
        /** @type {Scope} */ scope,
        /** @type {string} */ prefix,
        /** @type {string} */ from,
        /** @type {number} */ limit,
      ) => call.store.scan(scope, prefix, from, limit),
    ),
    scopes: guarded(
      (call, /** @type {ScopeKind} */ kind, /** @type {string} */ from, /** @type {number} */ limit) =>
        call.store.scopes(kind, from, limit),
    ),
    commit: guarded((call, /** @type {Scope} */ scope, /** @type {Mutation[]} */ mutations) =>
      call.commit(scope, mutations),
    ),
  };
}

/** @param {Guard} guarded */
function bodies(guarded) {
  return {
    write: guarded(
      (call, /** @type {string} */ session, /** @type {string} */ plan, /** @type {string} */ text) => ({
        path: call.store.writeBody(session, plan, text),
      }),
    ),
    read: guarded((call, /** @type {string} */ session, /** @type {string} */ plan) => ({
      body: call.store.readBody(session, plan),
    })),
    list: guarded(
      (call, /** @type {string} */ session, /** @type {string} */ from, /** @type {number} */ limit) =>
        call.store.listBodies(session, from, limit),
    ),
    remove: guarded((call, /** @type {string} */ session, /** @type {string} */ plan) =>
      call.removeBody(session, plan),
    ),
  };
}
