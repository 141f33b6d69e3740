/**
 * The entries of a Pi session as the engine reads them, and the engine's events as Pi keeps them:
 * custom entries of the type `workflow-plan`, the form that `planmark tasks --pi FILE` reads as well.
 */

import type { SessionEntry } from '@earendil-works/pi-coding-agent';
import type { Entry, EntryEvent } from 'planmark';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

/** The type of our entries. All others only keep the path together. */
export const ENTRY_TYPE = 'workflow-plan';

const Moment = Type.Integer({ minimum: 0 });

/** What an entry of ours holds. */
const Data = Type.Union([
  Type.Object({
    event: Type.Literal('set'),
    planId: Type.String(),
    digest: Type.Optional(Type.String()),
    path: Type.Optional(Type.String()),
    at: Moment,
    tasks: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })),
  }),
  Type.Object({ event: Type.Literal('activate'), planId: Type.String(), at: Moment }),
  Type.Object({ event: Type.Literal('clear'), planId: Type.String(), at: Moment }),
  Type.Object({ event: Type.Literal('tick'), planId: Type.String(), taskId: Type.String(), at: Moment }),
]);
type Data = Static<typeof Data>;

/** The events that this extension appends. */
export type Event = Exclude<EntryEvent, string | { untick: unknown } | { mode: unknown }>;

/** An entry of Pi's as the engine reads it. */
export function entryOf(entry: SessionEntry): Entry {
  const { id, parentId, timestamp } = entry;
  const base = { id, ...(parentId !== null && { parent: parentId }), atMs: Date.parse(timestamp) || 0 };
  if (entry.type !== 'custom' || entry.customType !== ENTRY_TYPE) return { ...base, event: 'other' };
  // What was meant for the engine and can't be read is said, and changes nothing.
  return { ...base, event: Value.Check(Data, entry.data) ? eventOf(entry.data) : 'damaged' };
}

function eventOf(data: Data): EntryEvent {
  switch (data.event) {
    case 'set': {
      const { planId: plan, digest = '', path, at: savedAtMs, tasks } = data;
      const queue = tasks.map(({ id, title }) => ({ id, title }));
      return { set: { plan, digest, ...(path !== undefined && { path }), savedAtMs, tasks: queue } };
    }
    case 'activate':
      return { activate: data.planId };
    case 'clear':
      return { clear: data.planId };
    case 'tick':
      return { tick: { plan: data.planId, task: data.taskId } };
  }
}

/** An event of the engine's as Pi keeps it. */
export function dataOf(event: Event, at: number): Data {
  if ('set' in event) {
    const { plan: planId, savedAtMs, ...seed } = event.set;
    return { event: 'set', planId, at: savedAtMs, ...seed };
  }
  if ('activate' in event) return { event: 'activate', planId: event.activate, at };
  if ('clear' in event) return { event: 'clear', planId: event.clear, at };
  return { event: 'tick', planId: event.tick.plan, taskId: event.tick.task, at };
}
