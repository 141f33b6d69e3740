import * as check from './arguments.js';
import * as checkLedger from './arguments/ledger.js';
import { Engine } from './engine.js';

/**
 * @import {
 *   Composed, Entry, MarkerLine, Mode, Note, Outline, PlannedTick, PromptText, Reference, Resolved, Seed,
 *   SeedTask, State, TaskList,
 * } from './types.js'
 */

/** What pure functions are given: no host's word reaches them. */
const NO_SUPPLIES = { clock: () => 0, access: () => false };

/**
 * The functions of `wit/preview.wit`: over their arguments alone, for pages, for tests, and for
 * harnesses that keep texts and session logs themselves. They answer at once, and throw a
 * `PlanmarkError` and nothing else.
 */
export class Preview {
  #engine;

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  /**
   * Loads the engine, for a harness that has no store here.
   *
   * @throws {import('./error.js').PlanmarkError} `component-unusable`.
   */
  static async load() {
    return new Preview(await Engine.load(NO_SUPPLIES));
  }

  /**
   * Composes an append as `Planmark.update` does, of two texts alone.
   *
   * @param {string} stored
   * @param {string} fragment
   * @returns {Composed}
   */
  compose(stored, fragment) {
    const [base, added] = [check.text(stored, 'stored'), check.text(fragment, 'fragment')];
    return this.#engine.pure(({ preview }) => preview.compose(base, added));
  }

  /**
   * Says what the bytes of a text don't show, in line order.
   *
   * @param {string} text
   * @returns {Note[]}
   */
  inspect(text) {
    const checked = check.text(text, 'text');
    return this.#engine.pure(({ preview }) => preview.inspect(checked));
  }

  /**
   * Outlines a body. Any text has an outline.
   *
   * @param {string} text
   * @returns {Outline}
   */
  parse(text) {
    const checked = check.text(text, 'text');
    return this.#engine.pure(({ preview }) => preview.parse(checked));
  }

  /**
   * Says which task a reference means, as `Tracker.tick` does.
   *
   * @param {SeedTask[]} tasks
   * @param {string[]} done The ids of the tasks that are done.
   * @param {Reference} reference
   * @returns {Resolved}
   */
  resolve(tasks, done, reference) {
    const [queue, ended] = [checkLedger.seedTasks(tasks, 'tasks'), check.texts(done, 'done')];
    const which = checkLedger.reference(reference);
    return this.#engine.pure(({ preview }) => preview.resolve(queue, ended, which));
  }

  /**
   * Finds the branch of a log: the path from its root to `leaf` (undefined: the last entry).
   *
   * @param {Entry[]} entries
   * @param {string} [leaf]
   * @returns {Entry[]}
   */
  branch(entries, leaf) {
    const [log, end] = [checkLedger.entries(entries, 'entries'), check.optionalText(leaf, 'leaf')];
    return this.#engine.pure(({ preview }) => preview.branch(log, end));
  }

  /**
   * Says what follows from a branch, given from its root on. Any entries have a state.
   *
   * @param {Entry[]} branch
   * @returns {State}
   */
  fold(branch) {
    const path = checkLedger.entries(branch, 'branch');
    return this.#engine.pure(({ preview }) => preview.fold(path));
  }

  /**
   * What a save would record: the seed of a `set`, to be followed by `activate`. The harness stores
   * the body under the plan's id first.
   *
   * @param {string} plan
   * @param {string} text
   * @param {string | undefined} path
   * @param {number} atMs
   * @returns {Seed}
   */
  save(plan, text, path, atMs) {
    const [id, body] = [check.text(plan, 'plan'), check.text(text, 'text')];
    const [place, at] = [check.optionalText(path, 'path'), check.u64(atMs, 'atMs')];
    return this.#engine.pure(({ preview }) => preview.save(id, body, place, at));
  }

  /**
   * Decides a tick for a harness that keeps its own log, and gives the event to append.
   *
   * @param {Entry[]} branch
   * @param {Reference} reference
   * @returns {PlannedTick}
   */
  tick(branch, reference) {
    const [path, which] = [checkLedger.entries(branch, 'branch'), checkLedger.reference(reference)];
    return this.#engine.pure(({ preview }) => preview.tick(path, which));
  }

  /**
   * Decides an untick.
   *
   * @param {Entry[]} branch
   * @param {Reference} reference
   * @returns {PlannedTick}
   */
  untick(branch, reference) {
    const [path, which] = [checkLedger.entries(branch, 'branch'), checkLedger.reference(reference)];
    return this.#engine.pure(({ preview }) => preview.untick(path, which));
  }

  /**
   * Lists the tasks of a plan of a branch (undefined: the active one), as `Tracker.tasks` does. `body` is
   * that plan's body as it is now; undefined when it can't be read.
   *
   * @param {Entry[]} branch
   * @param {string | undefined} plan
   * @param {string | undefined} body
   * @returns {TaskList}
   */
  tasks(branch, plan, body) {
    const [path, id] = [checkLedger.entries(branch, 'branch'), check.optionalText(plan, 'plan')];
    const text = check.optionalText(body, 'body');
    return this.#engine.pure(({ preview }) => preview.tasks(path, id, text));
  }

  /**
   * Renders the marker of a branch. `body` is the body of the active plan as it is now; undefined when
   * it can't be read.
   *
   * @param {Entry[]} branch
   * @param {string | undefined} body
   * @returns {MarkerLine}
   */
  marker(branch, body) {
    const [path, text] = [checkLedger.entries(branch, 'branch'), check.optionalText(body, 'body')];
    return this.#engine.pure(({ preview }) => preview.marker(path, text));
  }

  /**
   * Renders the prompt. `plan` is the active plan's id and `body` its text, both or neither; `guard` the
   * guard line of the admitted root, where there is one.
   *
   * @param {Mode} mode
   * @param {string} [plan]
   * @param {string} [body]
   * @param {string} [guard]
   * @returns {PromptText}
   */
  prompt(mode, plan, body, guard) {
    const [what, id] = [checkLedger.mode(mode), check.optionalText(plan, 'plan')];
    const [text, line] = [check.optionalText(body, 'body'), check.optionalText(guard, 'guard')];
    return this.#engine.pure(({ preview }) => preview.prompt(what, id, text, line));
  }
}
