/** Ids that a host makes, since the engine has no randomness and agents never make them (D20). */

import { randomBytes } from 'node:crypto';

/** A new id for a plan. Later ids sort after earlier ones. */
export function freshPlan() {
  return fresh('p');
}

/** A new id for a session. Later ids sort after earlier ones. */
export function freshSession() {
  return fresh('s');
}

/** @param {string} kind */
function fresh(kind) {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${kind}-${time}-${randomBytes(4).toString('hex')}`;
}
