import { setTimeout as pause } from 'node:timers/promises';

import { plain } from './answer.js';
import * as check from './arguments.js';
import { PlanmarkError } from './error.js';
import { Turns } from './turns.js';

/**
 * @import { Call } from './call.js'
 * @import { Exports } from './component.js'
 * @import { Engine } from './engine.js'
 * @import {
 *   Author, Composed, Context, DeleteRequest, Deleted, Description, EditRequest, Note, Past, Plan,
 *   PlanPage, Point, RestoreRequest, RevisionPage, SaveRequest, StepPage, Store, WriteRequest, Written,
 * } from './types.js'
 */

/** Between two attempts at a task that is held, in milliseconds: the first pause, and the longest. */
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 4;

/**
 * Plans, in this process. `open` makes one.
 *
 * A write may wait for a task that another process holds, so it is asynchronous; the writes that
 * are made here to one task happen in the order in which they were asked for. A read is not
 * asynchronous: it waits for nobody. Every function throws, or rejects with, a `PlanmarkError` and
 * nothing else; `wit/documents.wit` lists the codes of each.
 */
export class Planmark {
  #engine;
  #store;
  #leaseWaitMs;
  #turns = new Turns();
  #closed = false;

  /**
   * @param {Engine} engine
   * @param {Store} store
   * @param {number} leaseWaitMs
   */
  constructor(engine, store, leaseWaitMs) {
    this.#engine = engine;
    this.#store = store;
    this.#leaseWaitMs = leaseWaitMs;
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
    return this.#write(what.task, ({ documents }) => documents.create(by, what));
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
    return this.#write(what.task, ({ documents }) => documents.update(by, what));
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
    return this.#write(what.task, ({ documents }) => documents.edit(by, what));
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
    return this.#write(what.task, ({ documents }) => documents.save(by, what));
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
    return this.#write(what.task, ({ documents }) => documents.restore(by, what));
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
    return this.#write(what.task, ({ documents }) => documents.delete(by, what));
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
    return this.#read(({ documents }) => documents.read(by, of));
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
    return this.#read(({ documents }) => documents.list(by, start, most));
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
    return this.#read(({ documents }) => documents.revisions(by, of, end, most));
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
    return this.#read(({ documents }) => documents.steps(by, of, number, start, most));
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
    return this.#read(({ documents }) => documents.readPast(by, of, when));
  }

  /**
   * Composes an append as `update` does, of two texts alone.
   *
   * @param {string} stored
   * @param {string} fragment
   * @returns {Composed}
   */
  compose(stored, fragment) {
    const [base, added] = [check.text(stored, 'stored'), check.text(fragment, 'fragment')];
    return this.#pure(({ preview }) => preview.compose(base, added));
  }

  /**
   * Says what the bytes of a text don't show, in line order.
   *
   * @param {string} text
   * @returns {Note[]}
   */
  inspect(text) {
    const checked = check.text(text, 'text');
    return this.#pure(({ preview }) => preview.inspect(checked));
  }

  /**
   * Describes the engine.
   *
   * @returns {Description}
   */
  describe() {
    return this.#pure(({ info }) => info.describe());
  }

  /** Gives back what is held open. Writes that wait are made once more and then fail. */
  close() {
    if (this.#closed) return;
    this.#closed = true;
    this.#store.close();
  }

  /**
   * @template T
   * @param {(exports: Exports) => T} invoke
   */
  #pure(invoke) {
    return plain(this.#engine.read(this.#engine.begin(), invoke));
  }

  /**
   * @template T
   * @param {(exports: Exports) => T} invoke
   */
  #read(invoke) {
    return plain(this.#engine.read(this.#begin(), invoke));
  }

  /**
   * Makes a call that writes, and makes it again when another process was in its way: the engine's
   * imports can't wait without holding up everything else in this process.
   *
   * @template T
   * @param {string} task
   * @param {(exports: Exports) => T} invoke
   */
  #write(task, invoke) {
    const deadline = performance.now() + this.#leaseWaitMs;
    return this.#turns.take(task, async () => {
      for (let call = this.#begin(); ; call = await this.#again(call, deadline)) {
        try {
          return plain(this.#engine.write(call, invoke));
        } catch (error) {
          if (!call.heldUp || performance.now() >= deadline) throw error;
        }
      }
    });
  }

  /**
   * The next attempt of a call that was held up. It has the lease already, or the time is over: to
   * ask for a lease costs little, to run the engine for it would not.
   *
   * @param {Call} call
   * @param {number} deadline
   */
  async #again({ wanted }, deadline) {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
      await pause(pauseMs * (0.5 + Math.random() / 2));
      const next = this.#begin();
      if (!wanted || next.lease(wanted) || performance.now() >= deadline) return next;
      next.end();
    }
  }

  #begin() {
    if (this.#closed) {
      throw new PlanmarkError({
        code: 'closed',
        message: 'this Planmark was closed',
        next: 'Open the home again.',
      });
    }
    return this.#engine.begin(this.#store.begin());
  }
}
