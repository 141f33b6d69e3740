import { CapabilityError } from './error.js';

/** @import { Author, Effect, Mutation, Reach, Scope, StoreCall } from './types.js' */

/**
 * What the host supplies to every call.
 *
 * @typedef {object} Supplies
 * @property {() => number} clock Milliseconds since the Unix epoch.
 * @property {(caller: Author, task: string, reach: Reach) => boolean} access The access rule.
 */

/**
 * What one call of the engine holds: its view of the store, and what became of its write. The host
 * knows both from itself, never from the engine.
 */
export class Call {
  #supplies;
  #store;
  #isAwaited;
  /** @type {'none' | 'begun' | 'written' | 'unknown'} How far the one commit of the call came. */
  #commit = 'none';
  /** Whether a body was removed, which no commit says. */
  #bodyRemoved = false;
  #heldUp = false;
  /** @type {Scope | undefined} The scope whose lease the call holds before the engine asks for it. */
  #granted;
  /** @type {Scope | undefined} The scope that the engine asked for. */
  #wanted;
  /** @type {{ thrown: unknown } | undefined} */
  #fault;

  /**
   * @param {Supplies} supplies
   * @param {StoreCall} [store] Absent where the call is to a pure function.
   * @param {(scope: Scope) => boolean} [isAwaited] Whether other calls of this process wait for a
   *   scope: they come first.
   */
  constructor(supplies, store, isAwaited = () => false) {
    this.#supplies = supplies;
    this.#store = store;
    this.#isAwaited = isAwaited;
  }

  /**
   * What is known of the call's write. INVARIANT: never says that nothing was written while a
   * commit is not answered.
   *
   * @returns {Effect}
   */
  get effect() {
    if (this.#commit === 'none') return this.#bodyRemoved ? 'written' : 'nothing-written';
    return this.#commit === 'written' ? 'written' : 'unknown';
  }

  /** Whether another process was in the way, nothing was written, and the call may be made again. */
  get heldUp() {
    return this.#heldUp && this.effect === 'nothing-written';
  }

  /** The scope whose lease the call asked for, when it came so far. */
  get wanted() {
    return this.#wanted;
  }

  /**
   * Asks for a lease that the engine will ask for, and says whether to go on: also when the store
   * failed, since the engine then gets to know.
   *
   * @param {Scope} scope
   */
  lease(scope) {
    try {
      this.store.acquire(scope);
      this.#granted = scope;
      return true;
    } catch (thrown) {
      return !(thrown instanceof CapabilityError && thrown.passing);
    }
  }

  /** @param {Scope} scope */
  acquire(scope) {
    this.#wanted = scope;
    const granted = this.#granted?.kind === scope.kind && this.#granted.id === scope.id;
    this.#granted = undefined;
    if (granted) return;
    if (this.#isAwaited(scope)) throw new CapabilityError('busy', 'others of this process wait for it');
    this.store.acquire(scope);
  }

  /** What an import threw that is no answer to the engine. */
  get fault() {
    return this.#fault;
  }

  /**
   * Remembers what an import threw; the first one counts.
   *
   * @param {unknown} thrown
   */
  failed(thrown) {
    this.#fault ??= { thrown };
  }

  /**
   * Remembers that a capability answered with a failure.
   *
   * @param {CapabilityError} failure
   */
  refused(failure) {
    this.#heldUp ||= failure.passing;
  }

  /** @returns {bigint} */
  now() {
    const now = this.#supplies.clock();
    if (!Number.isSafeInteger(now) || now < 0) {
      throw new TypeError(`the clock must answer whole milliseconds since 1970, not ${String(now)}`);
    }
    return BigInt(now);
  }

  /**
   * @param {Author} caller
   * @param {string} task
   * @param {Reach} reach
   */
  mayReach(caller, task, reach) {
    const answer = this.#supplies.access(caller, task, reach);
    if (typeof answer !== 'boolean') {
      throw new TypeError(`the access rule must answer true or false at once, not ${String(answer)}`);
    }
    return answer;
  }

  /** The store, for everything but a commit. */
  get store() {
    if (!this.#store) throw new CapabilityError('other', 'a pure function has no store');
    return this.#store;
  }

  /**
   * Removes a body, and remembers that.
   *
   * @param {string} session
   * @param {string} plan
   */
  removeBody(session, plan) {
    this.store.removeBody(session, plan);
    this.#bodyRemoved = true;
  }

  /**
   * Commits, and remembers what became of it. A second commit is refused here, whatever the store
   * would say: one lease, one commit.
   *
   * @param {Scope} scope
   * @param {Mutation[]} mutations
   */
  commit(scope, mutations) {
    if (this.#commit !== 'none') {
      throw new CapabilityError('lease-ended', 'the call has committed before');
    }
    const store = this.store;
    this.#commit = 'begun';
    try {
      store.commit(scope, mutations);
      this.#commit = 'written';
    } catch (thrown) {
      if (thrown instanceof CapabilityError) {
        this.#commit = thrown.code === 'outcome-unknown' ? 'unknown' : 'none';
      }
      throw thrown;
    }
  }

  /** Ends the snapshot and the lease. */
  end() {
    this.#store?.end();
  }
}
