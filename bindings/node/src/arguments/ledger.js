/** Checks what the tracker's and the pure functions take: contexts, references, entries of a log. */

import { author, fields, list, optionalText, text, u64, wrong } from '../arguments.js';
import { listOf, record, variant } from './forms.js';
import { rootEvent } from './roots.js';

/** @import * as ledger from '../../generated/interfaces/planmark-engine-ledger.js' */
/** @import * as preview from '../../generated/interfaces/planmark-engine-preview.js' */
/** @import * as tracker from '../../generated/interfaces/planmark-engine-tracker.js' */

/**
 * @param {unknown} value
 * @returns {tracker.Context}
 */
export function context(value) {
  const { caller, session, request } = fields(value, 'context', ['caller', 'session', 'request']);
  const checked = { caller: author(caller), session: text(session, 'session') };
  return request === undefined ? checked : { ...checked, request: text(request, 'request') };
}

/**
 * @param {unknown} value
 * @returns {ledger.Reference}
 */
export function reference(value) {
  const { taskId, title } = fields(value, 'reference', ['taskId', 'title']);
  return {
    ...(taskId !== undefined && { taskId: text(taskId, 'reference.taskId') }),
    ...(title !== undefined && { title: text(title, 'reference.title') }),
  };
}

/**
 * @param {unknown} value
 * @returns {ledger.Mode}
 */
export function mode(value) {
  if (value !== 'plan' && value !== 'build') throw wrong('"mode" must be "plan" or "build"');
  return value;
}

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {ledger.SeedTask[]}
 */
export function seedTasks(value, what) {
  return list(value, what).map((task) => {
    const { id, title } = fields(task, what, ['id', 'title']);
    return { id: text(id, `${what}.id`), title: text(title, `${what}.title`) };
  });
}

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {ledger.Entry[]}
 */
export function entries(value, what) {
  return list(value, what).map((item) => {
    const { id, parent, atMs, by, event } = fields(item, what, ['id', 'parent', 'atMs', 'by', 'event']);
    return {
      id: text(id, `${what}.id`),
      ...(parent !== undefined && { parent: text(parent, `${what}.parent`) }),
      atMs: u64(atMs, `${what}.atMs`),
      ...(by !== undefined && { by: author(by, `${what}.by`) }),
      event: entryEvent(event, `${what}.event`),
    };
  });
}

/**
 * @param {unknown} value
 * @returns {tracker.ImportRequest}
 */
export function importRequest(value) {
  const request = fields(value, 'request', ['entries', 'leaf', 'bodies']);
  const leaf = optionalText(request['leaf'], 'leaf');
  const bodies = savedBodies(request['bodies'], 'bodies');
  return { entries: entries(request['entries'], 'entries'), ...(leaf !== undefined && { leaf }), bodies };
}

/** @type {(value: unknown, what: string) => preview.SavedBody[]} */
const savedBodies = listOf(record({ plan: text, text }));

/** @type {(value: unknown, what: string) => preview.SessionLog} */
const log = record({ branch: entries, bodies: savedBodies });

/**
 * @param {unknown} value
 * @returns {preview.SessionLog}
 */
export function sessionLog(value) {
  return log(value, 'log');
}

/** @type {(value: unknown, what: string) => ledger.Event} */
const entryEvent = variant(['other', 'damaged'], {
  set: seed,
  activate: text,
  clear: text,
  tick: mark,
  untick: mark,
  mode,
  root: rootEvent,
});

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {ledger.Seed}
 */
function seed(value, what) {
  const { plan, digest, path, savedAtMs, tasks } = fields(value, what, [
    'plan', 'digest', 'path', 'savedAtMs', 'tasks',
  ]);
  return {
    plan: text(plan, `${what}.plan`),
    digest: text(digest, `${what}.digest`),
    ...(path !== undefined && { path: text(path, `${what}.path`) }),
    savedAtMs: u64(savedAtMs, `${what}.savedAtMs`),
    tasks: seedTasks(tasks, `${what}.tasks`),
  };
}

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {ledger.Mark}
 */
function mark(value, what) {
  const { plan, task } = fields(value, what, ['plan', 'task']);
  return { plan: text(plan, `${what}.plan`), task: text(task, `${what}.task`) };
}
