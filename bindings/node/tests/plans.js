/** Scripts of calls of the pure functions of saved plans; `tests/vectors/README.md` states their form. */

import { expand, answerOf, camelDeep, judge, portable } from './script.js';

/**
 * @import { Preview } from '../src/index.js'
 * @import { Entry, EntryEvent, SeedTask } from '../src/types.js'
 * @import { Result } from './pure.js'
 * @import { Given, Line } from './script.js'
 */

const NO_VERSIONS = new Map();

/**
 * @param {Preview} preview
 * @param {{ name: string, steps: Line[] }} script
 * @returns {Result}
 */
export function runPlans(preview, { name, steps }) {
  const given = steps.map((line) => call(preview, line.op, expand(line.args ?? {}, NO_VERSIONS)));
  const sentences = steps.map((line, index) => judge(line, /** @type {Given} */ (given[index]), NO_VERSIONS));
  const index = sentences.findIndex((sentence) => sentence !== undefined);
  const broken = index < 0 ? undefined : `call ${index + 1}: ${sentences[index]}`;
  return { name, broken, given: given.map(portable) };
}

/**
 * @param {Preview} preview
 * @param {string} op
 * @param {Record<string, any>} args
 * @returns {Given}
 */
function call(preview, op, args) {
  const { text = '', plan, body, leaf } = args;
  const log = () => entriesOf(preview, args['log']);
  const reference = () => camelDeep(args['reference']);
  /** @type {Record<string, () => unknown>} */
  const calls = {
    parse: () => preview.parse(text),
    resolve: () => preview.resolve(args['tasks'], args['done'], reference()),
    branch: () => ({ ids: preview.branch(log(), leaf).map(({ id }) => id) }),
    fold: () => preview.fold(log()),
    save: () => preview.save(plan ?? '', text, args['path'], args['at_ms'] ?? 0),
    tick: () => preview.tick(log(), reference()),
    untick: () => preview.untick(log(), reference()),
    tasks: () => preview.tasks(log(), plan, body),
    marker: () => preview.marker(log(), body),
    prompt: () => preview.prompt(args['mode'], plan, body, args['guard']),
  };
  const make = calls[op];
  if (!make) throw new Error(`no export is called "${op}"`);
  return answerOf(make);
}

/**
 * The entries of a log; an event alone follows the entry before it.
 *
 * @param {Preview} preview
 * @param {any[]} items
 */
function entriesOf(preview, items) {
  /** @type {Entry[]} */
  const entries = [];
  /** @type {Map<string, SeedTask[]>} */
  const queues = new Map();
  const add = (/** @type {EntryEvent} */ event, id = String(entries.length + 1), parent = entries.at(-1)?.id) => {
    entries.push({ id, ...(parent !== undefined && { parent }), atMs: 0, event });
  };
  for (const item of items) {
    if (item.others !== undefined) {
      for (let number = 0; number < item.others; number += 1) add('other');
      continue;
    }
    const [id, parent, short] = Array.isArray(item) ? item : [undefined, undefined, item];
    const event = eventOf(preview, queues, short);
    if (typeof event === 'object' && 'set' in event) queues.set(event.set.plan, event.set.tasks);
    if (id === undefined) add(event);
    else entries.push({ id, ...(parent !== null && { parent }), atMs: 0, event });
  }
  return entries;
}

/**
 * @param {Preview} preview
 * @param {Map<string, SeedTask[]>} queues
 * @param {any} short
 * @returns {EntryEvent}
 */
function eventOf(preview, queues, short) {
  if (short.set !== undefined) return { set: preview.save(short.set, short.text, undefined, 7) };
  if (short.seed !== undefined) return { set: camelDeep(short.seed) };
  if (short.task === undefined) return short;
  const [kind, plan] = short.tick === undefined ? ['untick', short.untick] : ['tick', short.tick];
  const task = queues.get(plan)?.find(({ title }) => title === short.task)?.id ?? short.task;
  return /** @type {EntryEvent} */ ({ [kind]: { plan, task } });
}
