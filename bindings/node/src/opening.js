import { fields, wrong } from './arguments.js';
import { Engine } from './engine.js';
import { Planmark } from './planmark.js';

/**
 * @import { Component } from './component.js'
 * @import { Options, Store } from './types.js'
 */

/** How long a write waits for a task that another process holds. */
const LEASE_WAIT_MS = 5_000;

/**
 * Takes a store, or opens a home where the platform has one.
 *
 * @param {Options} options
 * @param {(home: unknown, leaseWaitMs: number) => Promise<Store>} openHome
 * @param {(trace: unknown) => Promise<((component: Component) => Component) | undefined>} [recordingIn]
 *   What makes a component one whose calls are recorded, where that is asked for and can be.
 * @returns {Promise<Planmark>}
 * @throws {import('./error.js').PlanmarkError} `invalid-argument`, a `home-…` code, or
 *   `component-unusable`.
 */
export async function openWith(options, openHome, recordingIn = async () => undefined) {
  const known = ['home', 'store', 'clock', 'access', 'leaseWaitMs', 'trace'];
  const { home, store, trace } = /** @type {Options} */ (fields(options, 'options', known));
  const { clock = Date.now, access = () => true, leaseWaitMs = LEASE_WAIT_MS } = options;
  if (typeof clock !== 'function') throw wrong('"clock" must be a function');
  if (typeof access !== 'function') throw wrong('"access" must be a function');
  if (typeof leaseWaitMs !== 'number' || !(leaseWaitMs >= 0)) throw wrong('"leaseWaitMs" must be a number that is not negative');
  if ((home === undefined) === (store === undefined)) {
    throw wrong('"options" must have a "home" or a "store", and not both');
  }
  if (store !== undefined && typeof (/** @type {Partial<Store> | null} */ (store)?.begin) !== 'function') {
    throw wrong('"store" must be a store');
  }
  const engine = await Engine.load({ clock, access }, await recordingIn(trace));
  return new Planmark(engine, store ?? (await openHome(home, leaseWaitMs)), leaseWaitMs);
}
