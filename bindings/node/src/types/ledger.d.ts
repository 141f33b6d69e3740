/** The words of saved plans: the records of `wit/ledger.wit`, and what `wit/preview.wit` adds. */

import type { Author, Note } from '../types.js';
import type { RootEvent } from './roots.js';

/** One scenario of a task. A part that the author left out is absent. */
export interface Scenario {
  /** What holds before. */
  given?: string;
  /** What happens. */
  when?: string;
  /** What must hold after. */
  then?: string;
}

/** One task as a body outlines it. */
export interface Task {
  /** `task-` and 16 hex digits. */
  id: string;
  /** The item's first paragraph, its lines joined by one space. */
  title: string;
  /** The line of its box, counted from 1. */
  line: number;
  /** The scenarios of its nested bullets, in order. */
  scenarios: Scenario[];
  /** Its non-functional requirements, one for each bullet. */
  nfrs: string[];
  /** Its verification gates, one for each bullet. */
  gates: string[];
  /** Its checkpoints, one for each bullet. */
  checkpoints: string[];
  /** Everything of the item below its title, as written. */
  text: string;
}

/** What a body outlines. */
export interface Outline {
  /** In order. May be more than a save accepts (1,000). */
  tasks: Task[];
  /** What its author may have meant as a task and isn't one, in line order. */
  notes: Note[];
}

/** One task of a queue. */
export interface SeedTask {
  /** Its id. */
  id: string;
  /** Its title. */
  title: string;
}

/** What a save puts on the branch: the queue it starts, and where the body is. */
export interface Seed {
  /** The plan's id. */
  plan: string;
  /** SHA-256 of the body's bytes, 64 hex digits; empty where the log of another owner has none. */
  digest: string;
  /** The path a person can open, where there is one. */
  path?: string;
  /** When it was saved, in milliseconds since the Unix epoch; exact up to 2^53 - 1. */
  savedAtMs: number;
  /** The queue, in order; no id twice. */
  tasks: SeedTask[];
}

/** One task of one plan. */
export interface Mark {
  /** The plan's id. */
  plan: string;
  /** The task's id. */
  task: string;
}

/** What the agent is asked to do: plan, or build what is planned. */
export type Mode = 'plan' | 'build';

/**
 * What an entry of a session says: the queue of a plan begins anew, a plan becomes active or leaves the
 * branch, a task ends or reopens, the mode changes, a root is
 * concerned. `other` means nothing here, and keeps the path
 * together; `damaged` was meant for the engine, and can't be read: it is skipped, and noted.
 */
export type EntryEvent =
  | { set: Seed }
  | { activate: string }
  | { clear: string }
  | { tick: Mark }
  | { untick: Mark }
  | { mode: Mode }
  | { root: RootEvent }
  | 'other'
  | 'damaged';

/** One entry of a session. */
export interface Entry {
  /** Its id: unique in its session, not empty. The store counts from `1`. */
  id: string;
  /** The entry it follows; absent at the root. */
  parent?: string;
  /** When, in milliseconds since the Unix epoch; exact up to 2^53 - 1. */
  atMs: number;
  /** Who, where the log knows. */
  by?: Author;
  /** What. */
  event: EntryEvent;
}

/** A plan of a branch. */
export interface PlanLine {
  /** The plan's id. */
  plan: string;
  /** When it was saved, in milliseconds since the Unix epoch; exact up to 2^53 - 1. */
  savedAtMs: number;
  /** The path a person can open, where there is one. */
  path?: string;
  /** Tasks that are done. */
  done: number;
  /** Tasks of its queue. */
  total: number;
  /** Whether it is the active one. */
  active: boolean;
}

/** One task of a queue, and whether it is done. */
export interface TaskLine {
  /** Its place in the queue, from 1. */
  number: number;
  /** Its id. */
  id: string;
  /** Its title. */
  title: string;
  /** Whether it is done. */
  done: boolean;
}

/** The queue of a plan. */
export interface Queue {
  /** The plan's id. */
  plan: string;
  /** How often it was set on this branch, from 1. */
  generation: number;
  /** SHA-256 of the body's bytes as saved, 64 hex digits, or empty. */
  digest: string;
  /** The path a person can open, where there is one. */
  path?: string;
  /** When it was saved, in milliseconds since the Unix epoch; exact up to 2^53 - 1. */
  savedAtMs: number;
  /** Its tasks, in order. */
  tasks: TaskLine[];
}

/** What follows from a branch. */
export interface State {
  /** What the agent is asked to do; `build` where no entry says. */
  mode: Mode;
  /** The queue of the active plan. */
  active?: Queue;
  /** Every plan that is set and not cleared, in the order of their latest `set`. */
  plans: PlanLine[];
  /** Entries that were skipped, and why. */
  notes: Note[];
}

/** What names a task: exactly one of the two. */
export interface Reference {
  /** Its id: at most 128 characters. */
  taskId?: string;
  /** Its title: at most 1,024 characters; runs of white space count as one space. */
  title?: string;
}

/** What a reference means. */
export interface Resolved {
  /** The task's id. */
  id: string;
  /** Its title. */
  title: string;
  /** Whether it is done already. */
  done: boolean;
  /** The ids of the earlier tasks that are open, in order. */
  skipped: string[];
}

/** What is the case with the plan of a session: a task is open, all are done, it has none, there is none. */
export type Standing = 'open' | 'done' | 'no-tasks' | 'no-plan';

/** The tasks of a plan. */
export interface TaskList {
  /** What is the case. */
  standing: Standing;
  /** The queue; absent with `no-plan`. */
  queue?: Queue;
  /** Tasks that are done. */
  done: number;
  /** The first task that is open. */
  next?: TaskLine;
  /** What the body outlines for that task: its scenarios, requirements, gates, text. */
  detail?: Task;
  /** What a reader should know. */
  notes: Note[];
}

/** The line that travels with each turn, and the same for programs. */
export interface MarkerLine {
  /** One line, without a line ending. */
  text: string;
  /** Which of the four it is. */
  standing: Standing;
  /** The active plan. */
  plan?: string;
  /** The path a person can open, where there is one. */
  path?: string;
  /** When it was saved, in milliseconds since the Unix epoch; exact up to 2^53 - 1. */
  savedAtMs?: number;
  /** Tasks that are done. */
  done: number;
  /** Tasks of the queue. */
  total: number;
  /** The first task that is open. */
  next?: SeedTask;
  /** What a reader should know. */
  notes: Note[];
}

/** What goes into the system prompt: the same bytes at every progress. */
export interface PromptText {
  /** The text. */
  text: string;
  /** SHA-256 of it, 64 hex digits. */
  digest: string;
  /** What a reader should know; no part of the text. */
  notes: Note[];
}

/** What a tick would do. */
export interface PlannedTick {
  /** What the reference means. */
  resolved: Resolved;
  /** The plan's id. */
  plan: string;
  /** What to append to the log; absent when the task is as asked already. */
  event?: EntryEvent;
  /** Tasks that are done after it. */
  done: number;
  /** Tasks of the queue. */
  total: number;
  /** The first task that is open after it. */
  next?: SeedTask;
}
