import * as check from './arguments.js';
import * as checkLedger from './arguments/ledger.js';
import * as checkRoots from './arguments/roots.js';
import { Engine } from './engine.js';

/**
 * @import {
 *   ClientCall, Composed, Ending, Entry, FileChange, MarkerLine, Mode, Note, Observation, Opinion, Outline,
 *   PlannedDirective, PlannedReading, PlannedTick, PlannedTurnEnd, PromptText, ReAnchor, ReadArguments, Receipt,
 *   ReentryPayload, Reference, Resolved, Root, RootEvent, RootKey, RootRequest, Seat, Seed, SeedTask, SessionLog,
 *   State, TaskList, Trigger,
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

  /**
   * The roots of a branch, as `ContinueRuntime.roots` lists them.
   *
   * @param {SessionLog} log
   * @returns {Root[]}
   */
  roots(log) {
    const kept = checkLedger.sessionLog(log);
    return this.#engine.pure(({ preview }) => preview.roots(kept));
  }

  /**
   * What a request records: events to append to the log, none where everything is as it asks already.
   *
   * @param {SessionLog} log
   * @param {RootRequest} request
   * @returns {RootEvent[]}
   */
  changeRoot(log, request) {
    const [kept, asked] = [checkLedger.sessionLog(log), checkRoots.rootRequest(request, 'request')];
    return this.#engine.pure(({ preview }) => preview.changeRoot(kept, asked));
  }

  /**
   * Decides a continue read, as `ContinueRuntime.read` does.
   *
   * @param {SessionLog} log
   * @param {Seat} seat
   * @param {ReadArguments} args
   * @param {Observation} [observation]
   * @returns {PlannedReading}
   */
  continueRead(log, seat, args, observation) {
    const [kept, at] = [checkLedger.sessionLog(log), checkRoots.seat(seat, 'seat')];
    const which = checkRoots.readArguments(args, 'args');
    const seen = checkRoots.optionalObservation(observation, 'observation');
    return this.#engine.pure(({ preview }) => preview.continueRead(kept, at, which, seen));
  }

  /**
   * Says what is to become of the transport, as `ContinueRuntime.reconcile` does.
   *
   * @param {SessionLog} log
   * @param {RootKey} root
   * @param {Seat} seat
   * @param {Observation} observation
   * @returns {PlannedDirective}
   */
  reconcile(log, root, seat, observation) {
    const [kept, key] = [checkLedger.sessionLog(log), checkRoots.rootKey(root, 'root')];
    const [at, seen] = [checkRoots.seat(seat, 'seat'), checkRoots.observation(observation, 'observation')];
    return this.#engine.pure(({ preview }) => preview.reconcile(kept, key, at, seen));
  }

  /**
   * What a transport of a root carries.
   *
   * @param {SessionLog} log
   * @param {RootKey} root
   * @param {Seat} seat
   * @returns {ReentryPayload}
   */
  payload(log, root, seat) {
    const [kept, key] = [checkLedger.sessionLog(log), checkRoots.rootKey(root, 'root')];
    const at = checkRoots.seat(seat, 'seat');
    return this.#engine.pure(({ preview }) => preview.payload(kept, key, at));
  }

  /**
   * Says what a client shows of the transport.
   *
   * @param {SessionLog} log
   * @param {RootKey} root
   * @param {Seat} seat
   * @param {string} listing
   * @returns {Observation}
   */
  observe(log, root, seat, listing) {
    const [kept, key] = [checkLedger.sessionLog(log), checkRoots.rootKey(root, 'root')];
    const [at, shown] = [checkRoots.seat(seat, 'seat'), check.text(listing, 'listing')];
    return this.#engine.pure(({ preview }) => preview.observe(kept, key, at, shown));
  }

  /**
   * Whether a receipt was sealed on this branch, and resolves to its state as it is now.
   *
   * @param {SessionLog} log
   * @param {Receipt} receipt
   * @returns {boolean}
   */
  validate(log, receipt) {
    const [kept, sealed] = [checkLedger.sessionLog(log), checkRoots.receipt(receipt, 'receipt')];
    return this.#engine.pure(({ preview }) => preview.validate(kept, sealed));
  }

  /**
   * The guard line of the root in force; undefined without one.
   *
   * @param {SessionLog} log
   * @param {string} readTool
   * @returns {string | undefined}
   */
  guardLine(log, readTool) {
    const [kept, tool] = [checkLedger.sessionLog(log), check.text(readTool, 'readTool')];
    return this.#engine.pure(({ preview }) => preview.guardLine(kept, tool));
  }

  /**
   * What the beginning of a turn records.
   *
   * @param {SessionLog} log
   * @param {Trigger} trigger
   * @returns {RootEvent[]}
   */
  turnBegins(log, trigger) {
    const [kept, began] = [checkLedger.sessionLog(log), checkRoots.trigger(trigger, 'trigger')];
    return this.#engine.pure(({ preview }) => preview.turnBegins(kept, began));
  }

  /**
   * Says what began a turn, from its prompt.
   *
   * @param {SessionLog} log
   * @param {string} readTool
   * @param {string} prompt
   * @returns {Trigger}
   */
  triggerOf(log, readTool, prompt) {
    const [kept, tool] = [checkLedger.sessionLog(log), check.text(readTool, 'readTool')];
    const said = check.text(prompt, 'prompt');
    return this.#engine.pure(({ preview }) => preview.triggerOf(kept, tool, said));
  }

  /**
   * What to say when a session begins, is resumed or was compacted.
   *
   * @param {SessionLog} log
   * @param {string} readTool
   * @returns {ReAnchor}
   */
  restored(log, readTool) {
    const [kept, tool] = [checkLedger.sessionLog(log), check.text(readTool, 'readTool')];
    return this.#engine.pure(({ preview }) => preview.restored(kept, tool));
  }

  /**
   * Whether changes may be made.
   *
   * @param {SessionLog} log
   * @param {string} readTool
   * @param {FileChange[]} changes
   * @returns {Opinion}
   */
  beforeChange(log, readTool, changes) {
    const [kept, tool] = [checkLedger.sessionLog(log), check.text(readTool, 'readTool')];
    const files = checkRoots.fileChanges(changes, 'changes');
    return this.#engine.pure(({ preview }) => preview.beforeChange(kept, tool, files));
  }

  /**
   * Whether a call of one of the client's transport tools may be made.
   *
   * @param {SessionLog} log
   * @param {Seat} seat
   * @param {ClientCall} call
   * @returns {Opinion}
   */
  beforeCall(log, seat, call) {
    const [kept, at] = [checkLedger.sessionLog(log), checkRoots.seat(seat, 'seat')];
    const made = checkRoots.clientCall(call, 'call');
    return this.#engine.pure(({ preview }) => preview.beforeCall(kept, at, made));
  }

  /**
   * What the result of such a call records; nothing where no directive asked for it, or the answer doesn't
   * say that it was done.
   *
   * @param {SessionLog} log
   * @param {Seat} seat
   * @param {ClientCall} call
   * @param {string} answer
   * @returns {RootEvent[]}
   */
  afterCall(log, seat, call, answer) {
    const [kept, at] = [checkLedger.sessionLog(log), checkRoots.seat(seat, 'seat')];
    const [made, came] = [checkRoots.clientCall(call, 'call'), check.text(answer, 'answer')];
    return this.#engine.pure(({ preview }) => preview.afterCall(kept, at, made, came));
  }

  /**
   * What to say to a hook whose input can't be read.
   *
   * @param {SessionLog} log
   * @param {string} readTool
   * @returns {Opinion}
   */
  unreadableInput(log, readTool) {
    const [kept, tool] = [checkLedger.sessionLog(log), check.text(readTool, 'readTool')];
    return this.#engine.pure(({ preview }) => preview.unreadableInput(kept, tool));
  }

  /**
   * Whether a turn that ends goes on.
   *
   * @param {SessionLog} log
   * @param {Seat} seat
   * @param {Ending} ending
   * @returns {PlannedTurnEnd}
   */
  turnEnds(log, seat, ending) {
    const [kept, at] = [checkLedger.sessionLog(log), checkRoots.seat(seat, 'seat')];
    const how = checkRoots.ending(ending, 'ending');
    return this.#engine.pure(({ preview }) => preview.turnEnds(kept, at, how));
  }
}
