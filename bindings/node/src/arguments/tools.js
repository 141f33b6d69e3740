/** Checks what the functions for agents' tools take. */

import { context, fields, list, text, wrong } from '../arguments.js';

/** @import { PlanmarkError } from '../error.js' */
/** @import * as tools from '../../generated/interfaces/planmark-engine-agent-tools.js' */

/** @type {tools.Profile[]} */
const PROFILES = ['documents', 'tracker', 'runtime', 'recovery'];
/** @type {tools.Names[]} */
const NAMES = ['planmark', 'pi'];

/** The codes of failures during a call that are no refusal of the engine. */
const HOST_CODES = /^(engine-.*|import-failed|nested-call|not-utf-8)$/;

/**
 * @param {unknown} value
 * @returns {tools.Offer}
 */
export function offer(value = {}) {
  const { profiles = [], names = 'planmark', suffix = '' } = fields(value, 'offer', ['profiles', 'names', 'suffix']);
  return {
    profiles: list(profiles, 'profiles').map((profile) => oneOf(PROFILES, profile, 'profiles')),
    names: oneOf(NAMES, names, 'names'),
    suffix: text(suffix, 'suffix'),
  };
}

/**
 * @param {unknown} value
 * @param {() => string} freshPlan
 * @returns {tools.CallContext}
 */
export function callContext(value, freshPlan) {
  const known = ['caller', 'offer', 'coalesceWindowMs', 'session', 'freshPlan'];
  const given = fields(value, 'context', known);
  const { caller, coalesceWindowMs, session, freshPlan: plan = freshPlan() } = given;
  return {
    ...context({ caller, coalesceWindowMs }),
    offer: offer(given['offer']),
    ...(session !== undefined && { session: text(session, 'session') }),
    freshPlan: text(plan, 'freshPlan'),
  };
}

/**
 * @param {unknown} value
 * @returns {string}
 */
export function toolArguments(value) {
  const json = typeof value === 'object' ? JSON.stringify(value) : value;
  return text(json, 'args');
}

/**
 * A failure as the engine takes it back, to say it in an agent's words. A host's own code is one that
 * the engine has no name for.
 *
 * @param {PlanmarkError} error
 * @returns {tools.Failure}
 */
export function failure({ code, message, next, effect, facts }) {
  const known = HOST_CODES.test(code) ? 'other' : /** @type {tools.Failure['code']} */ (code);
  return { code: known, message, next, effect, candidates: [], ...facts };
}

/**
 * @template {string} T
 * @param {T[]} known
 * @param {unknown} value
 * @param {string} what
 * @returns {T}
 */
function oneOf(known, value, what) {
  const found = known.find((one) => one === value);
  if (found === undefined) throw wrong(`"${what}" must be one of ${known.join(', ')}`);
  return found;
}
