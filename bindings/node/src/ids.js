/** Ids that a host makes, since the engine has no randomness and agents never make them (D20). */

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
  return `${kind}-${time}-${hex(crypto.getRandomValues(new Uint8Array(4)))}`;
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
