import * as check from './arguments.js';
import * as checkLedger from './arguments/ledger.js';
import * as checkRoots from './arguments/roots.js';
import { claimOf } from './calls.js';

/**
 * @import { Calls } from './calls.js'
 * @import { Claim, Engine } from './engine.js'
 * @import {
 *   Admission, Assembly, ClientCall, ClientLine, CutoverSet, Ending, FileChange, GuardFinding, Identified,
 *   Observation, Opinion, ReAnchor, ReadArguments, Reading, Receipt, Reconciled, ReentryPayload, Root,
 *   RootChanged, RootItem, RootItemKey, RootKey, Schemas, Seat, SessionContext, Signs, Trigger, TurnEnd,
 * } from './types.js'
 */

/**
 * What an agent is to do next, and how a session that has lost it is brought back: the functions of
 * `wit/runtime.wit`, which lists the codes of each. What may record something is asynchronous, and answers
 * once that is durable; what reads answers at once.
 */
export class ContinueRuntime {
  #calls;
  #engine;

  /**
   * @param {Calls} calls
   * @param {Engine} engine
   */
  constructor(calls, engine) {
    this.#calls = calls;
    this.#engine = engine;
  }

  /**
   * Lets roots that are admitted from here on be driven by the engine.
   *
   * @param {SessionContext} context
   * @returns {Promise<CutoverSet>}
   */
  async cutover(context) {
    const by = checkLedger.context(context);
    return this.#calls.write(({ runtime }) => runtime.cutover(by), claimOf(by));
  }

  /**
   * Takes that back, for roots that are admitted from here on.
   *
   * @param {SessionContext} context
   * @returns {Promise<CutoverSet>}
   */
  async rollback(context) {
    const by = checkLedger.context(context);
    return this.#calls.write(({ runtime }) => runtime.rollback(by), claimOf(by));
  }

  /**
   * Admits a root. The same admission again changes nothing.
   *
   * @param {SessionContext} context
   * @param {Admission} admission
   * @returns {Promise<RootChanged>}
   */
  async admit(context, admission) {
    const [by, what] = [checkLedger.context(context), checkRoots.admission(admission, 'admission')];
    return this.#calls.write(({ runtime }) => runtime.admit(by, what), claimOf(by));
  }

  /**
   * Gives a root something to discharge. The same again changes nothing.
   *
   * @param {SessionContext} context
   * @param {RootItem} item
   * @returns {Promise<RootChanged>}
   */
  async obligation(context, item) {
    const [by, what] = [checkLedger.context(context), checkRoots.item(item, 'item')];
    return this.#calls.write(({ runtime }) => runtime.obligation(by, what), claimOf(by));
  }

  /**
   * Discharges an obligation.
   *
   * @param {SessionContext} context
   * @param {RootItemKey} item
   * @returns {Promise<RootChanged>}
   */
  async discharge(context, item) {
    const [by, what] = [checkLedger.context(context), checkRoots.itemKey(item, 'item')];
    return this.#calls.write(({ runtime }) => runtime.discharge(by, what), claimOf(by));
  }

  /**
   * Blocks a root.
   *
   * @param {SessionContext} context
   * @param {RootItem} item
   * @returns {Promise<RootChanged>}
   */
  async block(context, item) {
    const [by, what] = [checkLedger.context(context), checkRoots.item(item, 'item')];
    return this.#calls.write(({ runtime }) => runtime.block(by, what), claimOf(by));
  }

  /**
   * Takes a block away.
   *
   * @param {SessionContext} context
   * @param {RootItemKey} item
   * @returns {Promise<RootChanged>}
   */
  async unblock(context, item) {
    const [by, what] = [checkLedger.context(context), checkRoots.itemKey(item, 'item')];
    return this.#calls.write(({ runtime }) => runtime.unblock(by, what), claimOf(by));
  }

  /**
   * Seals a root that is finished. Sealing again gives the same receipt.
   *
   * @param {SessionContext} context
   * @param {RootKey} root
   * @returns {Promise<RootChanged>}
   */
  async seal(context, root) {
    const [by, key] = [checkLedger.context(context), checkRoots.rootKey(root, 'root')];
    return this.#calls.write(({ runtime }) => runtime.seal(by, key), claimOf(by));
  }

  /**
   * The roots of a session, in the order of their admission.
   *
   * @param {string} session
   * @returns {Root[]}
   */
  roots(session) {
    const of = check.text(session, 'session');
    return this.#calls.read(({ runtime }) => runtime.roots(of));
  }

  /**
   * Says what to do next: the one read of a turn or tick. It records what it serves, and seals a root that
   * is ready; an answer of `retry-later` changes nothing. `observation` is what the client shows of its
   * transport, where the host knows.
   *
   * @param {SessionContext} context
   * @param {Seat} seat
   * @param {ReadArguments} args
   * @param {Observation} [observation]
   * @returns {Promise<Reading>}
   */
  async read(context, seat, args, observation) {
    const [by, at] = [checkLedger.context(context), checkRoots.seat(seat, 'seat')];
    const which = checkRoots.readArguments(args, 'args');
    const seen = checkRoots.optionalObservation(observation, 'observation');
    return this.#calls.write(({ runtime }) => runtime.read(by, at, which, seen), ({ changed }) => recorded(changed));
  }

  /**
   * The schemas in force in this engine, for an admission.
   *
   * @returns {Schemas}
   */
  currentSchemas() {
    return this.#engine.pure(({ runtime }) => runtime.currentSchemas());
  }

  /**
   * What a transport of a root carries.
   *
   * @param {string} session
   * @param {RootKey} root
   * @param {Seat} seat
   * @returns {ReentryPayload}
   */
  payload(session, root, seat) {
    const [of, key] = [check.text(session, 'session'), checkRoots.rootKey(root, 'root')];
    const at = checkRoots.seat(seat, 'seat');
    return this.#calls.read(({ runtime }) => runtime.payload(of, key, at));
  }

  /**
   * Says what a client shows of the transport, from the JSON that its own tool answered (Codex: `get_goal`;
   * Claude Code: `CronList`, or the jobs in a hook's input).
   *
   * @param {string} session
   * @param {RootKey} root
   * @param {Seat} seat
   * @param {string} listing
   * @returns {Observation}
   */
  observe(session, root, seat, listing) {
    const [of, key] = [check.text(session, 'session'), checkRoots.rootKey(root, 'root')];
    const [at, shown] = [checkRoots.seat(seat, 'seat'), check.text(listing, 'listing')];
    return this.#calls.read(({ runtime }) => runtime.observe(of, key, at, shown));
  }

  /**
   * Says what is to become of the transport, given what the client shows, and records what it asks for.
   *
   * @param {SessionContext} context
   * @param {RootKey} root
   * @param {Seat} seat
   * @param {Observation} observation
   * @returns {Promise<Reconciled>}
   */
  async reconcile(context, root, seat, observation) {
    const [by, key] = [checkLedger.context(context), checkRoots.rootKey(root, 'root')];
    const [at, seen] = [checkRoots.seat(seat, 'seat'), checkRoots.observation(observation, 'observation')];
    return this.#calls.write(({ runtime }) => runtime.reconcile(by, key, at, seen), ({ changed }) => recorded(changed));
  }

  /**
   * Whether a receipt is one that this engine sealed for that root, and resolves to its state as it is now.
   *
   * @param {string} session
   * @param {Receipt} receipt
   * @returns {boolean}
   */
  validate(session, receipt) {
    const [of, sealed] = [check.text(session, 'session'), checkRoots.receipt(receipt, 'receipt')];
    return this.#calls.read(({ runtime }) => runtime.validate(of, sealed));
  }

  /**
   * The guard line of the root in force: the latest one that the engine drives. Undefined without one.
   *
   * @param {string} session
   * @param {string} readTool
   * @returns {string | undefined}
   */
  guardLine(session, readTool) {
    const [of, tool] = [check.text(session, 'session'), check.text(readTool, 'readTool')];
    return this.#calls.read(({ runtime }) => runtime.guardLine(of, tool));
  }

  /**
   * Checks the guard line in texts: it must stand in each that a selector selects, once, byte for byte, and
   * in no other. Selectors are globs.
   *
   * @param {string} line
   * @param {string[]} selectors
   * @param {Assembly[]} assemblies
   * @returns {GuardFinding[]}
   */
  guardLint(line, selectors, assemblies) {
    const [words, globs] = [check.text(line, 'line'), check.texts(selectors, 'selectors')];
    const among = checkRoots.assemblies(assemblies, 'assemblies');
    return this.#engine.pure(({ runtime }) => runtime.guardLint(words, globs, among));
  }

  /**
   * A turn begins. Says whether that was recorded: a session without a root that the engine drives is not
   * touched.
   *
   * @param {SessionContext} context
   * @param {Trigger} trigger
   * @returns {Promise<boolean>}
   */
  async turnBegins(context, trigger) {
    const [by, began] = [checkLedger.context(context), checkRoots.trigger(trigger, 'trigger')];
    return this.#calls.write(({ runtime }) => runtime.turnBegins(by, began), recorded);
  }

  /**
   * Says what began a turn, from its prompt.
   *
   * @param {string} session
   * @param {string} readTool
   * @param {string} prompt
   * @returns {Trigger}
   */
  triggerOf(session, readTool, prompt) {
    const [of, tool] = [check.text(session, 'session'), check.text(readTool, 'readTool')];
    const said = check.text(prompt, 'prompt');
    return this.#calls.read(({ runtime }) => runtime.triggerOf(of, tool, said));
  }

  /**
   * What to say when a session begins, is resumed or was compacted.
   *
   * @param {string} session
   * @param {string} readTool
   * @returns {ReAnchor}
   */
  restored(session, readTool) {
    const [of, tool] = [check.text(session, 'session'), check.text(readTool, 'readTool')];
    return this.#calls.read(({ runtime }) => runtime.restored(of, tool));
  }

  /**
   * Whether changes may be made.
   *
   * @param {string} session
   * @param {string} readTool
   * @param {FileChange[]} changes
   * @returns {Opinion}
   */
  beforeChange(session, readTool, changes) {
    const [of, tool] = [check.text(session, 'session'), check.text(readTool, 'readTool')];
    const files = checkRoots.fileChanges(changes, 'changes');
    return this.#calls.read(({ runtime }) => runtime.beforeChange(of, tool, files));
  }

  /**
   * Whether a call of one of the client's transport tools may be made.
   *
   * @param {string} session
   * @param {Seat} seat
   * @param {ClientCall} call
   * @returns {Opinion}
   */
  beforeCall(session, seat, call) {
    const [of, at] = [check.text(session, 'session'), checkRoots.seat(seat, 'seat')];
    const made = checkRoots.clientCall(call, 'call');
    return this.#calls.read(({ runtime }) => runtime.beforeCall(of, at, made));
  }

  /**
   * Records the result of such a call. False where no directive asked for it, or the answer doesn't say that
   * it was done.
   *
   * @param {SessionContext} context
   * @param {Seat} seat
   * @param {ClientCall} call
   * @param {string} answer
   * @returns {Promise<boolean>}
   */
  async afterCall(context, seat, call, answer) {
    const [by, at] = [checkLedger.context(context), checkRoots.seat(seat, 'seat')];
    const [made, came] = [checkRoots.clientCall(call, 'call'), check.text(answer, 'answer')];
    return this.#calls.write(({ runtime }) => runtime.afterCall(by, at, made, came), recorded);
  }

  /**
   * What to say to a hook whose input can't be read.
   *
   * @param {string} session
   * @param {string} readTool
   * @returns {Opinion}
   */
  unreadableInput(session, readTool) {
    const [of, tool] = [check.text(session, 'session'), check.text(readTool, 'readTool')];
    return this.#calls.read(({ runtime }) => runtime.unreadableInput(of, tool));
  }

  /**
   * Whether a turn that ends goes on; recorded, so that it does so once.
   *
   * @param {SessionContext} context
   * @param {Seat} seat
   * @param {Ending} ending
   * @returns {Promise<TurnEnd>}
   */
  async turnEnds(context, seat, ending) {
    const [by, at] = [checkLedger.context(context), checkRoots.seat(seat, 'seat')];
    const how = checkRoots.ending(ending, 'ending');
    return this.#calls.write(({ runtime }) => runtime.turnEnds(by, at, how), ({ tag }) => recorded(tag === 'continue'));
  }

  /**
   * Says which client runs: the environment first, then the configuration, then the answer to a fixed
   * question.
   *
   * @param {Signs} signs
   * @returns {Identified}
   */
  identify(signs) {
    const known = checkRoots.signs(signs, 'signs');
    return this.#engine.pure(({ runtime }) => runtime.identify(known));
  }

  /**
   * How each client is served.
   *
   * @returns {ClientLine[]}
   */
  clients() {
    return this.#engine.pure(({ runtime }) => runtime.clients());
  }
}

/**
 * What an answer claims that says whether it recorded something.
 *
 * @param {boolean} changed
 * @returns {Claim}
 */
function recorded(changed) {
  return changed ? 'written' : 'nothing-written';
}
