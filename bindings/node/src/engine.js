import { plain } from './answer.js';
import { Call } from './call.js';
import { PlanmarkError } from './error.js';
import { imports } from './imports.js';
import { load } from './component.js';

/**
 * @import { Component, Exports } from './component.js'
 * @import { Supplies } from './call.js'
 * @import { Effect, Facts, Scope, StoreCall } from './types.js'
 */

/**
 * Most bytes of memory that a kept instance may have between calls. A component's memory never
 * shrinks: one that has grown past this is replaced.
 */
const MEMORY_MAX_BYTES = 64 * 1024 * 1024;

/** Runs the engine: one instance, kept from call to call and dropped when it fails. */
export class Engine {
  #component;
  #supplies;
  /** @type {{ exports: Exports, memoryBytes: () => number } | undefined} */
  #instance;
  /** @type {Call | undefined} */
  #running;

  /**
   * @param {Component} component
   * @param {Supplies} supplies
   */
  constructor(component, supplies) {
    this.#component = component;
    this.#supplies = supplies;
  }

  /**
   * Loads the component once for the process, and makes an engine of it.
   *
   * @param {Supplies} supplies
   * @param {(component: Component) => Component} [record] Makes one whose calls are recorded.
   */
  static async load(supplies, record = (component) => component) {
    return new Engine(record(await load()), supplies);
  }

  /**
   * A new call, with its own view of a store.
   *
   * @param {StoreCall} [store]
   * @param {(scope: Scope) => boolean} [isAwaited] Whether other calls wait for a scope.
   */
  begin(store, isAwaited) {
    return new Call(this.#supplies, store, isAwaited);
  }

  /**
   * Runs a pure function, and gives its answer in its plain form.
   *
   * @template T
   * @param {(exports: Exports) => T} invoke
   */
  pure(invoke) {
    return plain(this.read(this.begin(), invoke));
  }

  /**
   * Runs one call that reads, or needs no store. The call has ended when this returns or throws.
   *
   * @template T
   * @param {Call} call
   * @param {(exports: Exports) => T} invoke
   */
  read(call, invoke) {
    try {
      return this.#run(call, invoke);
    } finally {
      call.end();
    }
  }

  /**
   * Runs one call that may write. What its answer claims is believed only where the host saw the same.
   *
   * @template T
   * @param {Call} call
   * @param {(exports: Exports) => T} invoke
   * @param {(answer: T) => Claim} claim
   */
  write(call, invoke, claim) {
    const answer = this.read(call, invoke);
    const [claimed, { effect }] = [claim(answer), call];
    const isTrue = claimed === 'either' ? effect !== 'unknown' : effect === claimed;
    if (!isTrue) throw engineError('engine-false-report', effect);
    return answer;
  }

  /**
   * @template T
   * @param {Call} call
   * @param {(exports: Exports) => T} invoke
   */
  #run(call, invoke) {
    if (this.#running) throw nested();
    this.#running = call;
    let sound = false;
    try {
      const instance = (this.#instance ??= this.#start());
      const answer = invoke(instance.exports);
      sound = instance.memoryBytes() <= MEMORY_MAX_BYTES;
      return answer;
    } catch (thrown) {
      if (call.fault) throw importFailed(call.fault.thrown, call.effect);
      if (thrown instanceof Error) throw engineError(faultOf(thrown), call.effect, thrown);
      sound = true;
      throw refusal(/** @type {Refusal} */ (thrown), call.effect);
    } finally {
      this.#running = undefined;
      if (!sound) this.#instance = undefined;
    }
  }

  #start() {
    return this.#component.start(
      imports(() => {
        if (!this.#running) throw new Error('an import was called outside a call');
        return this.#running;
      }),
    );
  }
}

/**
 * What the answer of a call says of its write: that it is stored, that there was nothing to write, or
 * that the answer alone may be stored, to be given again (D30).
 *
 * @typedef {'written' | 'nothing-written' | 'either'} Claim
 */

/**
 * The engine's refusal, as the generated code throws it.
 *
 * @typedef {{ code: string, message: string, next: string } & Facts} Refusal
 */

/**
 * What is known of the write comes from the host: whatever the engine says of it is overwritten.
 *
 * @param {Refusal} refusal
 * @param {Effect} effect
 */
function refusal({ code, message, next, bytes, limit, occurrences, currentVersion, candidates = [] }, effect) {
  /** @type {Facts} */
  const facts = {};
  if (bytes !== undefined) facts.bytes = bytes;
  if (limit !== undefined) facts.limit = limit;
  if (occurrences !== undefined) facts.occurrences = occurrences;
  if (currentVersion !== undefined) facts.currentVersion = currentVersion;
  if (candidates.length > 0) facts.candidates = candidates;
  return new PlanmarkError({ code, message, next, effect, facts });
}

/** How an engine fails. */
const FAULTS = {
  'engine-trapped': 'it reached a state it has no answer for',
  'engine-out-of-stack': 'its calls nested deeper than its stack',
  'engine-bad-data': 'it handed over data that is malformed or too large',
  'engine-false-report': 'it reported a write that the store does not have, or none where it has one',
};

/**
 * What is neither a trap nor an overflow is data that could not be taken over.
 *
 * @param {Error} thrown
 * @returns {keyof typeof FAULTS}
 */
export function faultOf(thrown) {
  if (thrown instanceof WebAssembly.RuntimeError) return 'engine-trapped';
  const overflow = thrown instanceof RangeError && /call stack/.test(thrown.message);
  return overflow ? 'engine-out-of-stack' : 'engine-bad-data';
}

/**
 * @param {keyof typeof FAULTS} code
 * @param {Effect} effect
 * @param {unknown} [cause]
 */
function engineError(code, effect, cause) {
  const message = `the engine failed: ${FAULTS[code]}`;
  return new PlanmarkError({ code, message, next: AFTER_ENGINE_FAILURE[effect], effect, cause });
}

/** @type {Record<Effect, string>} */
const AFTER_ENGINE_FAILURE = {
  'nothing-written':
    'Nothing was written. Report this as a defect of Planmark; the same call may fail again.',
  written:
    "The change is stored. Don't repeat it; read the plan to go on, and report this as a defect of Planmark.",
  unknown:
    'Read the plan to see whether the change is stored before trying again, and report this as a defect of Planmark.',
};

/**
 * @param {unknown} thrown
 * @param {Effect} effect
 */
function importFailed(thrown, effect) {
  return new PlanmarkError({
    code: 'import-failed',
    message: `a function that the host supplies failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    next:
      effect === 'nothing-written'
        ? 'Nothing was written. Mend the clock, access rule or store that this Planmark was opened with.'
        : 'Read the plan to see what is stored, then mend the clock, access rule or store that this Planmark was opened with.',
    effect,
    cause: thrown,
  });
}

function nested() {
  return new PlanmarkError({
    code: 'nested-call',
    message: 'the engine was called from a function that it is calling',
    next: 'Call Planmark outside the clock, access rule and store that it was opened with.',
  });
}
