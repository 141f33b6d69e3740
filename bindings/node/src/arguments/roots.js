/** Checks what concerns roots: their events in a log, and which client an agent runs in. */

import { fields, text, texts, u32, wrong } from '../arguments.js';

/** @import * as roots from '../../generated/interfaces/planmark-engine-roots.js' */
/** @typedef {(value: unknown, what: string) => unknown} Check */

/** @type {roots.Client[]} */
const CLIENTS = ['claude-code', 'codex', 'cursor', 'opencode', 'gemini', 'copilot', 'vscode', 'pi', 'other'];
const VERDICTS = ['engine-driven', 'legacy', 'pre-cutover', 'rolled-back', 'stale', 'ambiguous'];
const ACTIONS = ['install', 'keep', 'complete', 'stop', 'unavailable'];
const TRIGGERS = ['prompt', 'loop-tick', 'restored'];

const rootKey = record({ closure: text, generation: u32 });
const identity = record({ key: rootKey, target: text, plan: optional(text), authority: text });
const schemas = record({ guard: text, hook: text, payload: text, directive: text, receipt: text });
const admission = record({ identity, owned: texts, schemas: optional(schemas) });
const item = record({ root: rootKey, id: text, text });
const itemKey = record({ root: rootKey, id: text });

/**
 * What each kind of event holds.
 *
 * @type {Record<string, Check>}
 */
const EVENTS = {
  admit: record({ admission, verdict: oneOf(VERDICTS) }),
  obligation: item,
  discharge: itemKey,
  block: item,
  unblock: itemKey,
  turn: oneOf(TRIGGERS),
  serve: record({ root: rootKey, task: text }),
  ask: record({ root: rootKey, action: oneOf(ACTIONS), tool: text, argumentsDigest: text }),
  call: record({ root: rootKey, action: oneOf(ACTIONS), handle: optional(text) }),
  seal: record({ identity, authoritativeDigest: text, executionDigest: text, digest: text }),
};

/**
 * @param {unknown} value
 * @returns {roots.Client}
 */
export function client(value) {
  const found = CLIENTS.find((one) => one === value);
  if (found === undefined) throw wrong(`"client" must be one of ${CLIENTS.join(', ')}`);
  return found;
}

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {roots.RootEvent}
 */
export function rootEvent(value, what) {
  if (value === 'cutover' || value === 'rollback' || value === 'continue') return { tag: value };
  const event = fields(value, what, Object.keys(EVENTS));
  const [kind, ...others] = Object.keys(event).filter((name) => event[name] !== undefined);
  const check = kind === undefined ? undefined : EVENTS[kind];
  if (kind === undefined || check === undefined || others.length > 0) {
    throw wrong(`"${what}" must have one of ${Object.keys(EVENTS).join(', ')}, and not more`);
  }
  return /** @type {roots.RootEvent} */ ({ tag: kind, val: check(event[kind], `${what}.${kind}`) });
}

/**
 * @param {Record<string, Check>} parts
 * @returns {Check}
 */
function record(parts) {
  return (value, what) => {
    const given = fields(value, what, Object.keys(parts));
    const checked = Object.entries(parts).map(([name, check]) => [name, check(given[name], `${what}.${name}`)]);
    return Object.fromEntries(checked.filter(([, part]) => part !== undefined));
  };
}

/**
 * @param {Check} check
 * @returns {Check}
 */
function optional(check) {
  return (value, what) => (value === undefined ? undefined : check(value, what));
}

/**
 * @param {string[]} known
 * @returns {Check}
 */
function oneOf(known) {
  return (value, what) => {
    const found = known.find((one) => one === value);
    if (found === undefined) throw wrong(`"${what}" must be one of ${known.join(', ')}`);
    return found;
  };
}
