/** Checks what the functions for agents' tools take. */

import { context, fields, text, wrong } from '../arguments.js';
import { PlanmarkError } from '../error.js';
import { freshPlan } from '../ids.js';
import { listOf, oneOf } from './forms.js';
import { client } from './roots.js';

/** @import * as tools from '../../generated/interfaces/planmark-engine-agent-tools.js' */

/** @type {(value: unknown, what: string) => tools.Profile[]} */
const profilesOf = listOf(oneOf(['documents', 'tracker', 'runtime', 'recovery']));
/** @type {(value: unknown, what: string) => tools.Names} */
const namesOf = oneOf(['planmark', 'pi']);

/** The codes that only a host has. */
const HOST_CODES = /^(engine-.*|component-.*|import-failed|nested-call|not-utf-8|closed|forked)$/;

/**
 * @param {unknown} value
 * @returns {tools.Offer}
 */
export function offer(value = {}) {
  const { profiles = [], names = 'planmark', suffix = '' } = fields(value, 'offer', ['profiles', 'names', 'suffix']);
  return {
    profiles: profilesOf(profiles, 'profiles'),
    names: namesOf(names, 'names'),
    suffix: text(suffix, 'suffix'),
  };
}

/**
 * @param {unknown} value
 * @returns {tools.CallContext}
 */
export function callContext(value) {
  const known = ['caller', 'offer', 'coalesceWindowMs', 'session', 'freshPlan', 'client'];
  const given = fields(value, 'context', known);
  const { caller, coalesceWindowMs, session, freshPlan: plan = freshPlan() } = given;
  return {
    ...context({ caller, coalesceWindowMs }),
    offer: offer(given['offer']),
    ...(session !== undefined && { session: text(session, 'session') }),
    freshPlan: text(plan, 'freshPlan'),
    client: client(given['client'] ?? 'other', 'client'),
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
 * An error in the engine's form: what an agent reads of it. It names no place of this machine (D50).
 *
 * @param {unknown} error
 * @returns {tools.Failure}
 */
export function failure(error) {
  if (!(error instanceof PlanmarkError)) throw wrong('"error" must be a PlanmarkError');
  const { code, message, next, effect, facts } = error;
  if (code.startsWith('home-')) {
    return {
      code: 'storage-unavailable',
      message: `the home of the plans can't be opened (${code})`,
      next: 'Ask the person who runs this to run `planmark doctor`.',
      effect,
      candidates: [],
    };
  }
  if (HOST_CODES.test(code)) {
    const said = code === 'import-failed' ? 'a function that the host supplies failed' : message;
    return { code: 'other', message: said, next, effect, candidates: [] };
  }
  const known = /** @type {tools.Failure['code']} */ (code);
  return { code: known, message, next, effect, candidates: [], ...facts };
}
