import { plain } from './answer.js';
import { PlanmarkError } from './error.js';
import { Turns } from './turns.js';

/**
 * @import { Plain } from './answer.js'
 * @import { Call } from './call.js'
 * @import { Exports } from './component.js'
 * @import { Claim, Engine } from './engine.js'
 * @import { Scope, Store } from './types.js'
 */

/** Between two attempts at a scope that is held, in milliseconds: the first pause, and the longest. */
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 4;

/**
 * Makes the calls of one Planmark: on its store, until it is closed, and again where somebody else
 * held the task or the session.
 */
export class Calls {
  #engine;
  #store;
  #leaseWaitMs;
  #turns = new Turns();
  #closed = false;

  /**
   * @param {Engine} engine
   * @param {Store} store
   * @param {number} leaseWaitMs
   */
  constructor(engine, store, leaseWaitMs) {
    this.#engine = engine;
    this.#store = store;
    this.#leaseWaitMs = leaseWaitMs;
  }

  close() {
    if (this.#closed) return;
    this.#closed = true;
    this.#store.close();
  }

  /**
   * Makes a call that reads: it waits for nobody.
   *
   * @template T
   * @param {(exports: Exports) => T} invoke
   */
  read(invoke) {
    return plain(this.#engine.read(this.#begin(), invoke));
  }

  /**
   * Makes a call that may write. The engine's imports can't wait without holding up everything else
   * in this process; so where somebody holds the scope that the call asks for, the call is made again
   * as a whole. Calls of this process that want one scope are made in the order in which they came.
   *
   * @template T
   * @param {(exports: Exports) => T} invoke
   * @param {(answer: T) => Claim} [claim] What the answer says of the write: that it is stored, when
   *   absent.
   * @returns {Promise<Plain<T>>}
   */
  async write(invoke, claim = () => 'written') {
    const deadline = performance.now() + this.#leaseWaitMs;
    const first = this.#begin((scope) => this.#turns.isTaken(nameOf(scope)));
    const end = this.#attempt(first, invoke, claim);
    if (!isWorthAnother(first, deadline)) return end();
    return this.#turns.take(nameOf(first.wanted), async () => {
      let call = await this.#again(first, deadline, first.wanted ? 0 : FIRST_PAUSE_MS);
      for (; ; call = await this.#again(call, deadline, FIRST_PAUSE_MS)) {
        const end = this.#attempt(call, invoke, claim);
        if (!isWorthAnother(call, deadline)) return end();
      }
    });
  }

  /**
   * Makes a call once, and gives what ends it: its answer, or its error. A call that was held up may
   * have either: a continue read answers that it is to be made later.
   *
   * @template T
   * @param {Call} call
   * @param {(exports: Exports) => T} invoke
   * @param {(answer: T) => Claim} claim
   * @returns {() => Plain<T>}
   */
  #attempt(call, invoke, claim) {
    try {
      const answer = plain(this.#engine.write(call, invoke, claim));
      return () => answer;
    } catch (error) {
      return () => {
        throw error;
      };
    }
  }

  /**
   * The next attempt of a call that was held up. It has the lease already, or the time is over: to
   * ask for a lease costs little, to run the engine for it would not.
   *
   * @param {Call} call
   * @param {number} deadline
   * @param {number} firstPauseMs
   */
  async #again({ wanted }, deadline, firstPauseMs) {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5 || FIRST_PAUSE_MS, LONGEST_PAUSE_MS)) {
      if (pauseMs > 0) await pause(pauseMs * (0.5 + Math.random() / 2));
      const next = this.#begin();
      if (!wanted || next.lease(wanted) || performance.now() >= deadline) return next;
      next.end();
    }
  }

  /** @param {(scope: Scope) => boolean} [isAwaited] Whether others of this process wait for a scope. */
  #begin(isAwaited) {
    if (this.#closed) {
      throw new PlanmarkError({
        code: 'closed',
        message: 'this Planmark was closed',
        next: 'Open the home again.',
      });
    }
    return this.#engine.begin(this.#store.begin(), isAwaited);
  }
}

/**
 * What an answer says of its change. A stored answer changes nothing, and one that is to be given again
 * may be stored without anything else (D30).
 *
 * @param {{ request?: string }} context
 * @returns {(answer: { changed: boolean, replayed: boolean }) => Claim}
 */
export function claimOf({ request }) {
  return ({ changed, replayed }) => {
    if (replayed) return 'nothing-written';
    if (changed) return 'written';
    return request === undefined ? 'nothing-written' : 'either';
  };
}

/**
 * @param {Call} call
 * @param {number} deadline
 */
function isWorthAnother(call, deadline) {
  return call.heldUp && performance.now() < deadline;
}

/** @param {Scope | undefined} scope */
function nameOf(scope) {
  return scope ? `${scope.kind} ${scope.id}` : '';
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
