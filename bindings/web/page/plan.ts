/** The plan of this page, and the log of a session on it. Every decision is the engine's. */

import { PlanmarkError, type Preview } from '../src/index.js';
import type { Entry, EntryEvent, PlannedTick, TaskList } from '../../node/src/types.js';

/** The id of the plan in the log. */
export const PLAN = 'preview';

/** What is being looked at. */
export class Plan {
  readonly #preview: Preview;
  #text = '';
  #branch: Entry[] = [];
  #refused: PlanmarkError | undefined;

  constructor(preview: Preview) {
    this.#preview = preview;
  }

  /** The text. */
  get text(): string {
    return this.#text;
  }

  /** The log, from its root on. */
  get branch(): Entry[] {
    return this.#branch;
  }

  /** Why the text can't be saved as a plan, where it can't. */
  get refused(): PlanmarkError | undefined {
    return this.#refused;
  }

  /** Whether a task was ticked or reopened since the queue began. */
  get isTicked(): boolean {
    return this.#branch.some(({ event }) => typeof event === 'object' && ('tick' in event || 'untick' in event));
  }

  /** Takes a text. Once a task was ticked the queue stays, as it does for an agent. */
  edit(text: string): void {
    this.#text = text;
    if (!this.isTicked) this.save();
  }

  /** Saves the text as it is now: the queue begins anew. */
  save(): void {
    this.#branch = [];
    this.#refused = undefined;
    try {
      this.#append({ set: this.#preview.save(PLAN, this.#text, undefined, Date.now()) });
      this.#append({ activate: PLAN });
    } catch (error) {
      if (!(error instanceof PlanmarkError)) throw error;
      this.#refused = error;
    }
  }

  /** Ticks a task, or reopens it. */
  mark(taskId: string, done: boolean): PlannedTick {
    const reference = { taskId };
    const planned = done ? this.#preview.tick(this.#branch, reference) : this.#preview.untick(this.#branch, reference);
    if (planned.event) this.#append(planned.event);
    return planned;
  }

  /** The tasks, as an agent reads them. */
  tasks(): TaskList {
    return this.#preview.tasks(this.#branch, undefined, this.#text);
  }

  #append(event: EntryEvent): void {
    this.#branch = appended(this.#branch, event);
  }
}

/** A branch with one more entry at its end. */
export function appended(branch: Entry[], event: EntryEvent): Entry[] {
  const parent = branch.at(-1)?.id;
  const id = String(branch.length + 1);
  return [...branch, { id, ...(parent && { parent }), atMs: Date.now(), event }];
}
