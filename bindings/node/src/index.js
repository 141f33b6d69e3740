/**
 * Planmark in a Node process: the engine, a component, and what it needs from its host.
 *
 * `open({home})` opens the folder that the command line and every other host share;
 * `open({store: memory()})` keeps plans as long as the process lives.
 */

import { path } from './arguments.js';
import { openWith } from './opening.js';
import { MemoryStore } from './store/memory.js';

/**
 * @import { Component } from './component.js'
 * @import { Options, Store } from './types.js'
 */

export { CapabilityError, PlanmarkError } from './error.js';
export { freshPlan, freshSession } from './ids.js';
export { Planmark } from './planmark.js';
export { Preview } from './preview.js';
export { replay } from './trace/replay.js';
export { ContinueRuntime } from './runtime.js';
export { Tracker } from './tracker.js';

/**
 * Opens a home, or takes a store.
 *
 * @param {Options} options
 * @throws {import('./error.js').PlanmarkError} `invalid-argument`, a `home-…` code, or
 *   `component-unusable`.
 */
export function open(options) {
  return openWith(options, openSqlite, recordingIn);
}

/**
 * What makes a component one whose calls are recorded, where a file is named for them: here, or in the
 * environment.
 *
 * @param {unknown} named
 * @returns {Promise<((component: Component) => Component) | undefined>}
 */
async function recordingIn(named) {
  const place = named === undefined ? process.env['PLANMARK_TRACE'] : path(named, 'trace');
  if (!place) return undefined;
  const [{ recorded }, { TraceFile }, { digest }] = await Promise.all([
    import('./trace/recording.js'),
    import('./trace/file.js'),
    import('./trace/digest.js'),
  ]);
  const [own, file] = [await digest(), new TraceFile(place)];
  return (component) => recorded(component, own, file);
}

/** A store in memory: for tests, and for plans that nobody needs tomorrow. */
export function memory() {
  return new MemoryStore();
}

/**
 * SQLite is loaded for those alone who have a home.
 *
 * @param {unknown} home
 * @param {number} waitMs
 * @returns {Promise<Store>}
 */
async function openSqlite(home, waitMs) {
  const folder = path(home, 'home');
  const [{ openHome }, { SqliteStore }] = await Promise.all([
    import('./store/sqlite/open.js'),
    import('./store/sqlite.js'),
  ]);
  return new SqliteStore(await openHome(folder, waitMs));
}
