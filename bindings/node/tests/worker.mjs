#!/usr/bin/env node
/**
 * A process for the tests to stall and kill. The same parts as the actor of the Rust tests:
 *
 * - `worker.mjs once HOME LINE`: makes the call that LINE (one step of a script, in JSON) describes.
 * - `worker.mjs storm HOME NAME COUNT [TASK...]`: appends COUNT fragments as author NAME to the tasks
 *   (`even` and `odd` when none are named) by turns, and writes each to standard output, after its
 *   task and a tab, once it is acknowledged.
 * - `worker.mjs stage HOME`: makes the calls that come as lines of JSON on standard input, one after
 *   the other. It reports each point on standard output as `{"at": point}`, and goes on from it at
 *   an empty line; then the `{"answer": …}` or `{"failure": …}`.
 * - `worker.mjs work HOME [WAIT_MS]`: the same without a stop, each call waiting so long for a task that
 *   somebody else holds, and four orders more. `{"op": "append-many", "args": {"tasks": […], "count": n,
 *   "prefix": text}}` appends n fragments to each of the tasks by turns, and reports each that is
 *   acknowledged as `{"acknowledged": {"task": …, "fragment": …}}`; then `{"answer": {}}`, or the first
 *   failure. `{"op": "tick-many", "args": {"session": id, "titles": […]}}` ticks those tasks, and reports
 *   each that it has changed in the same way, with the session as the task and the title as the fragment;
 *   `{"op": "save-many", "args": {"session": id, "count": n, "prefix": text}}` saves n plans of one task
 *   each, called prefix and number, and reports them so. `{"pause": point}` makes the next call stop at
 *   that point.
 */

import { readSync, writeSync } from 'node:fs';

import { CapabilityError, open } from '../src/index.js';
import { SqliteStore } from '../src/store/sqlite.js';
import { openHome } from '../src/store/sqlite/open.js';
import { ADA, call, expand, failureOf } from './script.js';

/**
 * @import { Planmark } from '../src/index.js'
 * @import { Store } from '../src/types.js'
 * @import { Line } from './script.js'
 */

/** Every point of a call. */
const POINTS = ['acquire', 'read', 'commit'].flatMap((name) => [`before-${name}`, `after-${name}`]);
/** The clock of calls on a stage. */
const EPOCH_MS = 1_700_000_000_000;
/** How long a call waits for its lease. */
const LEASE_WAIT_MS = 5_000;
/**
 * The orders that stand for many calls.
 *
 * @type {Record<string, (planmark: Planmark, order: Line) => Promise<object>>}
 */
const ORDERS = { 'append-many': appendMany, 'tick-many': tickMany, 'save-many': saveMany };

const [part, home = '', ...rest] = process.argv.slice(2);
if (part === 'once') await once(home, rest[0] ?? '');
else if (part === 'storm') await storm(home, rest[0] ?? '', Number(rest[1]), rest.slice(2));
else if (part === 'stage') await stage(home);
else if (part === 'work') await work(home, Number(rest[0] ?? LEASE_WAIT_MS));
else throw new Error(`no such part: ${process.argv.slice(2)}`);

/**
 * @param {string} home
 * @param {string} text
 */
async function once(home, text) {
  const line = JSON.parse(text);
  const planmark = await open({ home });
  tell(Object.values(await call(planmark, line, expand(line.args ?? {}, new Map())))[0]);
  planmark.close();
}

/**
 * @param {string} home
 * @param {string} name
 * @param {number} count
 * @param {string[]} named
 */
async function storm(home, name, count, named) {
  const tasks = named.length > 0 ? named : ['even', 'odd'];
  const planmark = await open({ home });
  const context = { caller: { kind: /** @type {const} */ ('agent'), name } };
  for (let number = 1; number <= count; number += 1) {
    const task = tasks[number % tasks.length] ?? '';
    const content = `- ${name} ${number}`;
    await planmark.update(context, { task, content, mode: 'append' });
    writeSync(1, `${task}\t${content}\n`);
  }
  planmark.close();
}

/** @param {string} home */
async function stage(home) {
  const store = stepped(new SqliteStore(await openHome(home, LEASE_WAIT_MS)), new Set(POINTS), patiently);
  const planmark = await open({ store, clock: () => EPOCH_MS, leaseWaitMs: 0 });
  for (let text = readLine(); text !== undefined; text = readLine()) tell(await make(planmark, JSON.parse(text)));
  planmark.close();
}

/**
 * @param {string} home
 * @param {number} leaseWaitMs
 */
async function work(home, leaseWaitMs) {
  /** @type {Set<string>} */
  const stops = new Set();
  const store = stepped(new SqliteStore(await openHome(home, LEASE_WAIT_MS)), stops, (acquire) => acquire());
  const planmark = await open({ store, leaseWaitMs });
  for (let text = readLine(); text !== undefined; text = readLine()) {
    const line = JSON.parse(text);
    if (line.pause) {
      stops.add(line.pause);
      continue;
    }
    tell(await (ORDERS[line.op]?.(planmark, line) ?? make(planmark, line)));
    stops.clear();
  }
  planmark.close();
}

/**
 * @param {Planmark} planmark
 * @param {Line} line
 */
function make(planmark, line) {
  return call(planmark, line, expand(line.args ?? {}, new Map()));
}

/**
 * Ends at the first failure, and gives the last report.
 *
 * @param {Planmark} planmark
 * @param {Line} order
 */
async function appendMany(planmark, { by, args: { tasks, count, prefix } = {} }) {
  for (let number = 0; number < count; number += 1) {
    for (const task of tasks) {
      const fragment = `${prefix}${number}`;
      const append = { op: 'update', ...(by && { by }) };
      const given = await call(planmark, append, { task, content: fragment, mode: 'append' });
      if ('failure' in given) return given;
      tell({ acknowledged: { task, fragment } });
    }
  }
  return { answer: {} };
}

/**
 * @param {Planmark} planmark
 * @param {Line} order
 */
async function tickMany(planmark, { by = ADA, args: { session, titles } = {} }) {
  return many(titles, async (title) => {
    const { changed } = await planmark.tracker.tick({ caller: by, session }, { title });
    if (changed) tell({ acknowledged: { task: session, fragment: title } });
  });
}

/**
 * @param {Planmark} planmark
 * @param {Line} order
 */
async function saveMany(planmark, { by = ADA, args: { session, count, prefix } = {} }) {
  const plans = Array.from({ length: count }, (_, number) => `${prefix}${number}`);
  return many(plans, async (plan) => {
    await planmark.tracker.save({ caller: by, session }, plan, `## Section 4\n\n- [ ] ${plan}\n`);
    tell({ acknowledged: { task: session, fragment: plan } });
  });
}

/**
 * Works on each, and ends at the first failure.
 *
 * @param {string[]} each
 * @param {(one: string) => Promise<void>} work
 */
async function many(each, work) {
  try {
    for (const one of each) await work(one);
  } catch (error) {
    return { failure: failureOf(error) };
  }
  return { answer: {} };
}

/**
 * A store that stops before and after its operations until it is told to go on.
 *
 * @param {Store} inner
 * @param {Set<string>} stops
 * @param {(acquire: () => void) => void} ask How it asks for a lease.
 * @returns {Store}
 */
function stepped(inner, stops, ask) {
  const stop = (/** @type {string} */ point) => {
    if (!stops.has(point)) return;
    tell({ at: point });
    readLine();
  };
  /** @type {<A extends unknown[], R>(point: string, work: (...args: A) => R) => (...args: A) => R} */
  const stopping = (point, work) => (...args) => {
    stop(`before-${point}`);
    try {
      return work(...args);
    } finally {
      stop(`after-${point}`);
    }
  };
  return {
    begin: () => {
      const call = inner.begin();
      return {
        acquire: stopping('acquire', (scope) => ask(() => call.acquire(scope))),
        get: stopping('read', (scope, key) => call.get(scope, key)),
        scan: stopping('read', (...args) => call.scan(...args)),
        scopes: stopping('read', (...args) => call.scopes(...args)),
        commit: stopping('commit', (scope, mutations) => call.commit(scope, mutations)),
        writeBody: (...args) => call.writeBody(...args),
        readBody: (...args) => call.readBody(...args),
        listBodies: (...args) => call.listBodies(...args),
        removeBody: (...args) => call.removeBody(...args),
        end: () => call.end(),
      };
    },
    close: () => inner.close(),
  };
}

/**
 * Waits where it stands, as a process on a stage has nothing else to do.
 *
 * @param {() => void} acquire
 */
function patiently(acquire) {
  const deadline = performance.now() + LEASE_WAIT_MS;
  for (;;) {
    try {
      return acquire();
    } catch (error) {
      const busy = error instanceof CapabilityError && error.code === 'busy';
      if (!busy || performance.now() >= deadline) throw error;
      sleep(2);
    }
  }
}

/** @param {number} ms */
function sleep(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** @param {unknown} report */
function tell(report) {
  writeSync(1, `${JSON.stringify(report)}\n`);
}

/** The next line of standard input, read where the process stands; nothing at its end. */
function readLine() {
  /** @type {number[]} */
  const bytes = [];
  const one = Buffer.alloc(1);
  while (readByte(one)) {
    if (one[0] === 10) return Buffer.from(bytes).toString();
    bytes.push(one.readUInt8());
  }
  return bytes.length > 0 ? Buffer.from(bytes).toString() : undefined;
}

/**
 * @param {Buffer} one
 * @returns {boolean} Whether there was a byte.
 */
function readByte(one) {
  for (;;) {
    try {
      return readSync(0, one, 0, 1, null) === 1;
    } catch (error) {
      // A parent that is a Node process gives a pipe that doesn't wait.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EAGAIN') throw error;
      sleep(2);
    }
  }
}
