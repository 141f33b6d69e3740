import * as check from './arguments.js';
import * as checkLedger from './arguments/ledger.js';
import { claimOf } from './calls.js';

/**
 * @import { Calls } from './calls.js'
 * @import {
 *   Changed, Collected, EntryPage, ImportRequest, MarkerLine, Mode, ModeSet, PlanView, PromptText, Reference,
 *   Saved, Session, SessionContext, SessionPage, TaskList, Ticked,
 * } from './types.js'
 */

/**
 * Saved plans and the tasks in them, per session: the functions of `wit/tracker.wit`, which lists the
 * codes of each. What may change something is asynchronous, and answers with what it did once that is
 * durable; what reads answers at once. `freshPlan` and `freshSession` make ids.
 */
export class Tracker {
  #calls;

  /** @param {Calls} calls */
  constructor(calls) {
    this.#calls = calls;
  }

  /**
   * Makes an empty session. `owner` names who else keeps its log.
   *
   * @param {SessionContext} context
   * @param {string} [owner]
   * @returns {Promise<Session>}
   */
  async create(context, owner) {
    const [by, keeper] = [checkLedger.context(context), check.optionalText(owner, 'owner')];
    return this.#calls.write(({ tracker }) => tracker.create(by, keeper));
  }

  /**
   * Describes a session.
   *
   * @param {string} session
   * @returns {Session}
   */
  describe(session) {
    const of = check.text(session, 'session');
    return this.#calls.read(({ tracker }) => tracker.describe(of));
  }

  /**
   * Lists the sessions from session id `from` on (an empty one: from the start), looking at `limit` (1
   * to 200).
   *
   * @param {string} from
   * @param {number} limit
   * @returns {SessionPage}
   */
  sessions(from, limit) {
    const [start, most] = [check.text(from, 'from'), check.u32(limit, 'limit')];
    return this.#calls.read(({ tracker }) => tracker.sessions(start, most));
  }

  /**
   * Reads a branch backwards: from entry `at` (undefined: the leaf) towards the root, at most `limit`
   * (1 to 200) entries.
   *
   * @param {string} session
   * @param {number | undefined} at
   * @param {number} limit
   * @returns {EntryPage}
   */
  branch(session, at, limit) {
    const [of, start] = [check.text(session, 'session'), check.optionalU32(at, 'at')];
    const most = check.u32(limit, 'limit');
    return this.#calls.read(({ tracker }) => tracker.branch(of, start, most));
  }

  /**
   * Makes the session of `context` as a fork of another one at one of its entries (undefined: its
   * leaf).
   *
   * @param {SessionContext} context
   * @param {string} from
   * @param {number} [at]
   * @returns {Promise<Session>}
   */
  async fork(context, from, at) {
    const [by, of] = [checkLedger.context(context), check.text(from, 'from')];
    const entry = check.optionalU32(at, 'at');
    return this.#calls.write(({ tracker }) => tracker.fork(by, of, entry));
  }

  /**
   * Makes an entry the end of the branch. 0 is the empty root.
   *
   * @param {SessionContext} context
   * @param {number} to
   * @returns {Promise<Session>}
   */
  async navigate(context, to) {
    const [by, entry] = [checkLedger.context(context), check.u32(to, 'to')];
    return this.#calls.write(({ tracker }) => tracker.navigate(by, entry));
  }

  /**
   * Makes the session of `context` from a log that another program wrote.
   *
   * @param {SessionContext} context
   * @param {ImportRequest} request
   * @returns {Promise<Session>}
   */
  async import(context, request) {
    const [by, what] = [checkLedger.context(context), checkLedger.importRequest(request)];
    return this.#calls.write(({ tracker }) => tracker.import(by, what));
  }

  /**
   * Changes what the agent is asked to do.
   *
   * @param {SessionContext} context
   * @param {Mode} mode
   * @returns {Promise<ModeSet>}
   */
  async setMode(context, mode) {
    const [by, what] = [checkLedger.context(context), checkLedger.mode(mode)];
    return this.#calls.write(({ tracker }) => tracker.setMode(by, what), claimOf(by));
  }

  /**
   * Stores `text` as the body of a new plan, seeds its tasks, and makes it the active one.
   *
   * @param {SessionContext} context
   * @param {string} plan An id that no plan of the session has: `freshPlan()`.
   * @param {string} text
   * @returns {Promise<Saved>}
   */
  async save(context, plan, text) {
    const [by, id] = [checkLedger.context(context), check.text(plan, 'plan')];
    const body = check.text(text, 'text');
    return this.#calls.write(({ tracker }) => tracker.save(by, id, body), ({ replayed }) => claimOf(by)({ changed: true, replayed }));
  }

  /**
   * Makes a saved plan the active one.
   *
   * @param {SessionContext} context
   * @param {string} plan
   * @returns {Promise<Changed>}
   */
  async select(context, plan) {
    const [by, id] = [checkLedger.context(context), check.text(plan, 'plan')];
    return this.#calls.write(({ tracker }) => tracker.select(by, id), claimOf(by));
  }

  /**
   * Takes a plan (undefined: the active one) off the branch. Its body stays until it is collected.
   *
   * @param {SessionContext} context
   * @param {string} [plan]
   * @returns {Promise<Changed>}
   */
  async clear(context, plan) {
    const [by, id] = [checkLedger.context(context), check.optionalText(plan, 'plan')];
    return this.#calls.write(({ tracker }) => tracker.clear(by, id), claimOf(by));
  }

  /**
   * Ends a task of the active plan. One that is done already stays done.
   *
   * @param {SessionContext} context
   * @param {Reference} reference
   * @returns {Promise<Ticked>}
   */
  async tick(context, reference) {
    const [by, which] = [checkLedger.context(context), checkLedger.reference(reference)];
    return this.#calls.write(({ tracker }) => tracker.tick(by, which), claimOf(by));
  }

  /**
   * Reopens a task of the active plan.
   *
   * @param {SessionContext} context
   * @param {Reference} reference
   * @returns {Promise<Ticked>}
   */
  async untick(context, reference) {
    const [by, which] = [checkLedger.context(context), checkLedger.reference(reference)];
    return this.#calls.write(({ tracker }) => tracker.untick(by, which), claimOf(by));
  }

  /**
   * Reads a plan (undefined: the active one).
   *
   * @param {string} session
   * @param {string} [plan]
   * @returns {PlanView}
   */
  view(session, plan) {
    const [of, id] = [check.text(session, 'session'), check.optionalText(plan, 'plan')];
    return this.#calls.read(({ tracker }) => tracker.view(of, id));
  }

  /**
   * Reads the tasks of a plan (undefined: the active one). A session without one has no tasks.
   *
   * @param {string} session
   * @param {string} [plan]
   * @returns {TaskList}
   */
  tasks(session, plan) {
    const [of, id] = [check.text(session, 'session'), check.optionalText(plan, 'plan')];
    return this.#calls.read(({ tracker }) => tracker.tasks(of, id));
  }

  /**
   * The line for this turn.
   *
   * @param {string} session
   * @returns {MarkerLine}
   */
  marker(session) {
    const of = check.text(session, 'session');
    return this.#calls.read(({ tracker }) => tracker.marker(of));
  }

  /**
   * The text for the system prompt.
   *
   * @param {string} session
   * @returns {PromptText}
   */
  prompt(session) {
    const of = check.text(session, 'session');
    return this.#calls.read(({ tracker }) => tracker.prompt(of));
  }

  /**
   * Removes the bodies of this session that no branch holds and that are older than 30 days; or says
   * which it would remove.
   *
   * @param {string} session
   * @param {boolean} dryRun
   * @returns {Promise<Collected>}
   */
  async collect(session, dryRun) {
    const [of, dry] = [check.text(session, 'session'), check.boolean(dryRun, 'dryRun')];
    return this.#calls.write(
      ({ tracker }) => tracker.collect(of, dry),
      ({ removed }) => (removed.length > 0 && !dry ? 'written' : 'nothing-written'),
    );
  }
}
