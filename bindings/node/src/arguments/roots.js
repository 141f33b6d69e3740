/** Checks what concerns roots: what is admitted, what hooks ask, and the events of roots in a log. */

import { boolean, list, text, texts, u32, wrong } from '../arguments.js';
import { listOf, oneOf, optional, record, variant } from './forms.js';

/** @import * as roots from '../../generated/interfaces/planmark-engine-roots.js' */
/** @import * as preview from '../../generated/interfaces/planmark-engine-preview.js' */
/** @import * as runtime from '../../generated/interfaces/planmark-engine-runtime.js' */
/**
 * @template T
 * @typedef {import('./forms.js').Check<T>} Check
 */

/** @type {Check<roots.Client>} */
export const client = oneOf(['claude-code', 'codex', 'cursor', 'opencode', 'gemini', 'copilot', 'vscode', 'pi', 'other']);
/** @type {Check<roots.Verdict>} */
const verdict = oneOf(['engine-driven', 'legacy', 'pre-cutover', 'rolled-back', 'stale', 'ambiguous']);
/** @type {Check<roots.Action>} */
const action = oneOf(['install', 'keep', 'complete', 'stop', 'unavailable']);
/** @type {Check<roots.Trigger>} */
export const trigger = oneOf(['prompt', 'loop-tick', 'restored']);
/** @type {Check<roots.Lifecycle>} */
const lifecycle = oneOf(['absent', 'owned', 'paused', 'stale', 'foreign']);

/** @type {Check<roots.RootKey>} */
export const rootKey = record({ closure: text, generation: u32 });
/** @type {Check<roots.Identity>} */
const identity = record({ key: rootKey, target: text, plan: optional(text), authority: text });
/** @type {Check<roots.Schemas>} */
const schemas = record({ guard: text, hook: text, payload: text, directive: text, receipt: text });
/** @type {Check<roots.Admission>} */
export const admission = record({ identity, owned: texts, schemas: optional(schemas) });
/** @type {Check<roots.Item>} */
export const item = record({ root: rootKey, id: text, text });
/** @type {Check<roots.ItemKey>} */
export const itemKey = record({ root: rootKey, id: text });
/** @type {Check<roots.Receipt>} */
export const receipt = record({ identity, authoritativeDigest: text, executionDigest: text, digest: text });
/** @type {Check<roots.ReadArguments>} */
export const readArguments = record({ key: rootKey, identityDigest: text });
/** @type {Check<roots.Seat>} */
export const seat = record({ client, readTool: text, tickTool: text });
/** @type {Check<roots.Observation>} */
export const observation = record({ lifecycle, handle: optional(text) });
/** @type {Check<roots.Observation | undefined>} */
export const optionalObservation = optional(observation);
/** @type {Check<roots.ClientCall>} */
export const clientCall = record({ name: text, arguments: text });
/** @type {Check<roots.Ending>} */
export const ending = record({ observation: optional(observation), alreadyContinued: boolean });
/** @type {Check<roots.FileChange[]>} */
export const fileChanges = listOf(record({ path: text, folder: text, project: text, foldCase: boolean }));
/** @type {Check<runtime.Assembly[]>} */
export const assemblies = listOf(record({ path: text, text }));
/** @type {Check<runtime.Signs>} */
export const signs = record({
  environment: listOf(variable),
  clientName: optional(text),
  configured: optional(text),
  answer: optional(text),
});

/** @type {Check<roots.RootEvent>} */
export const rootEvent = variant(['cutover', 'rollback', 'continue'], {
  admit: record({ admission, verdict }),
  obligation: item,
  discharge: itemKey,
  block: item,
  unblock: itemKey,
  turn: trigger,
  serve: record({ root: rootKey, task: text }),
  ask: record({ root: rootKey, action, tool: text, argumentsDigest: text }),
  call: record({ root: rootKey, action, handle: optional(text) }),
  seal: receipt,
});

/** @type {Check<preview.RootRequest>} */
export const rootRequest = variant(['cutover', 'rollback'], {
  admit: admission,
  obligation: item,
  discharge: itemKey,
  block: item,
  unblock: itemKey,
  seal: rootKey,
});

/**
 * A variable of the environment: its name and its value.
 *
 * @param {unknown} value
 * @param {string} what
 * @returns {[string, string]}
 */
function variable(value, what) {
  const [name, held, ...others] = list(value, what);
  if (others.length > 0) throw wrong(`"${what}" must be pairs of a name and a value`);
  return [text(name, what), text(held, what)];
}
