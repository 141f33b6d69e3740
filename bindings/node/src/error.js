/** @import { Effect, Facts } from './types.js' */

/**
 * Why a call, or the opening of a home, failed. `docs/errors.md` lists every code.
 *
 * `code` is what a program branches on, `message` is for a person, `next` says what to do, and
 * `effect` what is known of the write. A refusal of the engine carries `facts`; a failure of the
 * host's own functions is the `cause`.
 */
export class PlanmarkError extends Error {
  /**
   * @param {object} parts
   * @param {string} parts.code Stable, in kebab case.
   * @param {string} parts.message Lower case, no full stop.
   * @param {string} parts.next A sentence.
   * @param {Effect} [parts.effect] `nothing-written` when absent.
   * @param {Facts} [parts.facts] None when absent.
   * @param {unknown} [parts.cause] What was thrown, where something was.
   */
  constructor({ code, message, next, effect = 'nothing-written', facts = {}, cause }) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'PlanmarkError';
    this.code = code;
    this.next = next;
    this.effect = effect;
    this.facts = facts;
  }
}

/**
 * Why a store or an access rule could not do what the engine asks: the only exception that goes
 * back into the engine. The engine decides on the code and never repeats the message.
 */
export class CapabilityError extends Error {
  /**
   * @param {CapabilityCode} code What the engine decides on.
   * @param {string} message For the host's own log.
   * @param {object} [options]
   * @param {boolean} [options.passing] Whether another process is in the way and will be gone soon:
   *   Planmark then makes the whole call again. `busy` always is.
   * @param {unknown} [options.cause] What was thrown, where something was.
   */
  constructor(code, message, { passing = code === 'busy', cause } = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'CapabilityError';
    this.code = code;
    this.passing = passing;
  }
}

/**
 * The codes of a capability's failure; `wit/types.wit` says what each means.
 *
 * @typedef {'busy' | 'conflict' | 'lease-ended' | 'exists' | 'invalid' | 'too-large' | 'not-text'
 *   | 'full' | 'denied' | 'corrupt' | 'newer-format' | 'unavailable' | 'outcome-unknown' | 'other'
 * } CapabilityCode
 */
