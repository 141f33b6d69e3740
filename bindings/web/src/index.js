/**
 * Planmark in a web page: the engine, a component, with the host of `bindings/node` around it.
 *
 * `Preview.load()` gives the pure functions; `open()` plans as long as the page lives, or in a store
 * of the page's own.
 */

import { wrong } from '../../node/src/arguments.js';
import { openWith } from '../../node/src/opening.js';
import { MemoryStore } from '../../node/src/store/memory.js';

/** @import { Options } from '../../node/src/types.js' */

export { CapabilityError, PlanmarkError } from '../../node/src/error.js';
export { freshPlan, freshSession } from '../../node/src/ids.js';
export { Planmark } from '../../node/src/planmark.js';
export { Preview } from '../../node/src/preview.js';
export { ContinueRuntime } from '../../node/src/runtime.js';
export { Tracker } from '../../node/src/tracker.js';

/**
 * Opens a store: one in memory, where none is given.
 *
 * @param {Omit<Options, 'home'>} [options]
 * @throws {import('../../node/src/error.js').PlanmarkError} `invalid-argument` or
 *   `component-unusable`.
 */
export function open(options = {}) {
  return openWith({ store: memory(), ...options }, noHome);
}

/** A store in memory: nothing outlives the page. */
export function memory() {
  return new MemoryStore();
}

/** @returns {never} */
function noHome() {
  throw wrong('a page has no folders: give it a "store" instead of a "home"');
}
