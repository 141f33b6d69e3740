/** The saved plans of a Pi session: the engine decides, Pi's log and files keep. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { getAgentDir, type ExtensionAPI, type ExtensionContext } from '@earendil-works/pi-coding-agent';
import { freshPlan, type Entry, type MarkerLine, type Preview, type PromptText, type Reference } from 'planmark';

import { ENTRY_TYPE, dataOf, entryOf, type Event } from './log.ts';

/**
 * The plans on the branch that is selected now. Nothing is kept between calls: what is the case follows
 * from `getBranch()`, so that a resumed session, a fork and a step back in the tree need no care. Each
 * function reads, decides and appends without waiting, so no two of them can cross.
 */
export class Plans {
  constructor(
    private readonly preview: Preview,
    private readonly pi: Pick<ExtensionAPI, 'appendEntry'>,
    private readonly session: ExtensionContext['sessionManager'],
  ) {}

  /** Saves a plan, and makes it the active one. Its file is there before the entries that name it. */
  save(text: string) {
    const plan = freshPlan();
    const path = join(getAgentDir(), 'plans', this.session.getSessionId(), `${plan}.md`);
    const seed = this.preview.save(plan, text, path, Date.now());
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, text, { flag: 'wx', flush: true, mode: 0o600 });
    this.append({ set: seed });
    this.append({ activate: plan });
    return this.tasks();
  }

  /** Makes a plan of this branch the active one. */
  select(plan: string) {
    this.tasks(plan);
    this.append({ activate: plan });
    return this.tasks();
  }

  /** Takes a plan off this branch: the active one, or the one named. */
  clear(named?: string) {
    const plan = named ?? this.state().active?.plan;
    if (plan !== undefined) {
      this.tasks(plan);
      this.append({ clear: plan });
    }
    return this.tasks();
  }

  /** Marks a task of the active plan as done. */
  tick(reference: Reference) {
    const { event, ...ticked } = this.preview.tick(this.branch(), reference);
    // A task that is done has no event: it stays done.
    if (event) this.append(event as Event);
    return { ...ticked, changed: event !== undefined };
  }

  /** Where a plan stands: the active one, or the one named. */
  tasks(plan?: string) {
    return this.preview.tasks(this.branch(), plan, this.body(plan));
  }

  /** The line that travels with each turn. */
  marker(): MarkerLine {
    return this.preview.marker(this.branch(), this.body());
  }

  /** What stands in the system prompt: the same bytes at every progress. */
  prompt(): PromptText {
    const { mode, active } = this.state();
    const body = this.body();
    return body === undefined ? this.preview.prompt(mode) : this.preview.prompt(mode, active?.plan, body);
  }

  private branch(): Entry[] {
    return this.session.getBranch().map(entryOf);
  }

  private state() {
    return this.preview.fold(this.branch());
  }

  /** The text of a plan as it is now; undefined where it can't be read. */
  private body(plan?: string): string | undefined {
    const found = this.state().plans.find((line) => (plan === undefined ? line.active : line.plan === plan));
    if (found?.path === undefined) return undefined;
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(found.path));
    } catch {
      return undefined;
    }
  }

  private append(event: Event) {
    this.pi.appendEntry(ENTRY_TYPE, dataOf(event, Date.now()));
  }
}
