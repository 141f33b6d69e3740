import * as check from './arguments.js';
import * as checkTools from './arguments/tools.js';
import { Calls } from './calls.js';
import { Preview } from './preview.js';
import { ContinueRuntime } from './runtime.js';
import { Tracker } from './tracker.js';

/**
 * @import { Engine } from './engine.js'
 * @import { PlanmarkError } from './error.js'
 * @import {
 *   Author, CallContext, Context, DeleteRequest, Deleted, Description, EditRequest, Offer, Past, Plan,
 *   PlanPage, Point, Prompt, RestoreRequest, RevisionPage, SaveRequest, StepPage, Store, Tool,
 *   ToolAnswer, WriteRequest, Written,
 * } from './types.js'
 */

/**
 * Plans, in this process. `open` makes one. The documents' functions are its own; the tracker's are
 * those of `tracker`, the continue runtime's those of `runtime`, and the pure ones those of `preview`.
 *
 * A write may wait for a task or session that another process holds, so it is asynchronous; the
 * writes that are made here to one task or session happen in the order in which they were asked for.
 * A read is not asynchronous: it waits for nobody. Every function throws, or rejects with, a
 * `PlanmarkError` and nothing else; `wit/documents.wit` lists the codes of each.
 */
export class Planmark {
  #calls;
  #engine;

  /**
   * @param {Engine} engine
   * @param {Store} store
   * @param {number} leaseWaitMs
   */
  constructor(engine, store, leaseWaitMs) {
    this.#engine = engine;
    this.#calls = new Calls(engine, store, leaseWaitMs);
    /** Saved plans and the tasks in them, per session. */
    this.tracker = new Tracker(this.#calls);
    /** What an agent is to do next, and how it is brought back to it. */
    this.runtime = new ContinueRuntime(this.#calls, engine);
    /** The pure functions: they touch no store. */
    this.preview = new Preview(engine);
  }

  /**
   * Creates the task's plan, or replaces the one there is.
   *
   * @param {Context} context
   * @param {WriteRequest} request Without a mode.
   * @returns {Promise<Written>}
   */
  async create(context, request) {
    const [by, what] = [check.context(context), check.writeRequest(request)];
    return this.#calls.write(({ documents }) => documents.create(by, what));
  }

  /**
   * Replaces the plan, or appends to it. An append sent twice is appended twice.
   *
   * @param {Context} context
   * @param {WriteRequest} request
   * @returns {Promise<Written>}
   */
  async update(context, request) {
    const [by, what] = [check.context(context), check.writeRequest(request)];
    return this.#calls.write(({ documents }) => documents.update(by, what));
  }

  /**
   * Replaces the one place where a text stands.
   *
   * @param {Context} context
   * @param {EditRequest} request
   * @returns {Promise<Written>}
   */
  async edit(context, request) {
    const [by, what] = [check.context(context), check.editRequest(request)];
    return this.#calls.write(({ documents }) => documents.edit(by, what));
  }

  /**
   * Stores the whole text that an editor holds, creating the plan where there is none.
   *
   * @param {Context} context
   * @param {SaveRequest} request
   * @returns {Promise<Written>}
   */
  async save(context, request) {
    const [by, what] = [check.context(context), check.saveRequest(request)];
    return this.#calls.write(({ documents }) => documents.save(by, what));
  }

  /**
   * Brings an earlier text and its title back as a new revision.
   *
   * @param {Context} context
   * @param {RestoreRequest} request
   * @returns {Promise<Written>}
   */
  async restore(context, request) {
    const [by, what] = [check.context(context), check.restoreRequest(request)];
    return this.#calls.write(({ documents }) => documents.restore(by, what));
  }

  /**
   * Deletes the plan and keeps its history.
   *
   * @param {Context} context
   * @param {DeleteRequest} request
   * @returns {Promise<Deleted>}
   */
  async delete(context, request) {
    const [by, what] = [check.context(context), check.deleteRequest(request)];
    return this.#calls.write(({ documents }) => documents.delete(by, what));
  }

  /**
   * Reads the plan.
   *
   * @param {Author} caller
   * @param {string} task
   * @returns {Plan}
   */
  read(caller, task) {
    const [by, of] = [check.author(caller), check.text(task, 'task')];
    return this.#calls.read(({ documents }) => documents.read(by, of));
  }

  /**
   * Lists the plans from task id `from` on (an empty one: from the start), looking at `limit`
   * tasks (1 to 200).
   *
   * @param {Author} caller
   * @param {string} from
   * @param {number} limit
   * @returns {PlanPage}
   */
  list(caller, from, limit) {
    const by = check.author(caller);
    const [start, most] = [check.text(from, 'from'), check.u32(limit, 'limit')];
    return this.#calls.read(({ documents }) => documents.list(by, start, most));
  }

  /**
   * Lists the revisions before number `before` (undefined: from the latest), newest first, at most
   * `limit` (1 to 200).
   *
   * @param {Author} caller
   * @param {string} task
   * @param {number | undefined} before
   * @param {number} limit
   * @returns {RevisionPage}
   */
  revisions(caller, task, before, limit) {
    const [by, of] = [check.author(caller), check.text(task, 'task')];
    const [end, most] = [check.optionalU32(before, 'before'), check.u32(limit, 'limit')];
    return this.#calls.read(({ documents }) => documents.revisions(by, of, end, most));
  }

  /**
   * Lists the writes from position `from` on that one revision covers, at most `limit` (1 to 200).
   *
   * @param {Author} caller
   * @param {string} task
   * @param {number} revision
   * @param {number} from
   * @param {number} limit
   * @returns {StepPage}
   */
  steps(caller, task, revision, from, limit) {
    const [by, of] = [check.author(caller), check.text(task, 'task')];
    const [number, start] = [check.u32(revision, 'revision'), check.u32(from, 'from')];
    const most = check.u32(limit, 'limit');
    return this.#calls.read(({ documents }) => documents.steps(by, of, number, start, most));
  }

  /**
   * Reads a text of the past.
   *
   * @param {Author} caller
   * @param {string} task
   * @param {Point} point
   * @returns {Past}
   */
  readPast(caller, task, point) {
    const [by, of, when] = [check.author(caller), check.text(task, 'task'), check.point(point)];
    return this.#calls.read(({ documents }) => documents.readPast(by, of, when));
  }

  /**
   * Lists the tools of an offer, for a harness to register: `documents` and `tracker` when absent.
   *
   * @param {Offer} [offer]
   * @returns {Tool[]}
   */
  tools(offer) {
    const what = checkTools.offer(offer);
    return this.#engine.pure(({ agentTools }) => agentTools.list(what));
  }

  /**
   * What a harness shows a model about these tools as a whole.
   *
   * @param {Offer} [offer]
   * @returns {string}
   */
  toolInstructions(offer) {
    const what = checkTools.offer(offer);
    return this.#engine.pure(({ agentTools }) => agentTools.instructions(what));
  }

  /**
   * Lists the prompts of an offer, for a person to choose from.
   *
   * @param {Offer} [offer]
   * @returns {Prompt[]}
   */
  toolPrompts(offer) {
    const what = checkTools.offer(offer);
    return this.#engine.pure(({ agentTools }) => agentTools.prompts(what));
  }

  /**
   * What an agent is asked to do when a person chooses a prompt.
   *
   * @param {Offer | undefined} offer
   * @param {string} name
   * @param {string} [argument] The value of its argument, where it has one.
   * @returns {string}
   */
  toolPrompt(offer, name, argument) {
    const [what, which] = [checkTools.offer(offer), check.text(name, 'name')];
    const value = argument === undefined ? undefined : check.text(argument, 'argument');
    return this.#engine.pure(({ agentTools }) => agentTools.ask(what, which, value));
  }

  /**
   * Runs a tool with what the agent sent. A failure is thrown; `toolRefusal` makes the agent's answer
   * of it.
   *
   * @param {CallContext} context
   * @param {string} name As registered.
   * @param {object | string} args An object, or the JSON of one.
   * @returns {Promise<ToolAnswer>}
   */
  async callTool(context, name, args) {
    const [by, tool] = [checkTools.callContext(context), check.text(name, 'name')];
    const json = checkTools.toolArguments(args);
    return this.#calls.write(
      ({ agentTools }) => agentTools.call(by, tool, json),
      // Where nothing changed, the answer alone may be stored, to be given again.
      ({ changed }) => (changed ? 'written' : 'either'),
    );
  }

  /**
   * The answer that tells an agent of an error, whichever it is.
   *
   * @param {Offer | undefined} offer
   * @param {PlanmarkError} error
   * @returns {ToolAnswer}
   */
  toolRefusal(offer, error) {
    const [what, failure] = [checkTools.offer(offer), checkTools.failure(error)];
    return this.#engine.pure(({ agentTools }) => agentTools.refusal(what, failure));
  }

  /**
   * Describes the engine.
   *
   * @returns {Description}
   */
  describe() {
    return this.#engine.pure(({ info }) => info.describe());
  }

  /** Gives back what is held open. Writes that wait are made once more and then fail. */
  close() {
    this.#calls.close();
  }
}
