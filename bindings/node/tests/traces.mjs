#!/usr/bin/env node
/**
 * Records and replays, for the tests of traces.
 *
 * - `traces.mjs record`: runs the vectors, the pure functions, and calls whose store or clock fails, with
 *   `PLANMARK_TRACE` in its environment.
 * - `traces.mjs describe`: makes one call, with `PLANMARK_TRACE` in its environment.
 * - `traces.mjs replay FILE...`: prints a line for each FILE: what comes of replaying it, or
 *   `{"error": code, "message": text}`.
 */

import { CapabilityError, PlanmarkError, memory, open, replay } from '../src/index.js';
import { runFile } from './conformance.js';
import { ADA } from './script.js';

/**
 * @import { CapabilityCode } from '../src/error.js'
 * @import { Planmark } from '../src/index.js'
 * @import { Entry, StoreCall } from '../src/types.js'
 */

/** @type {CapabilityCode[]} */
const CODES = ['denied', 'full', 'corrupt', 'unavailable', 'outcome-unknown', 'newer-format', 'conflict'];
const BODY = '# Plan\n\n## Section 4: Tasks\n\n- [ ] Ärger\n- [ ] Second\n';

const [part, ...files] = process.argv.slice(2);
if (part === 'record') await record();
else if (part === 'describe') (await open({ store: memory() })).describe();
else if (part === 'replay') for (const file of files) console.log(JSON.stringify(await replayed(file)));
else throw new Error(`no such part: ${part}`);

async function record() {
  for (const name of ['documents.json', 'tracker.json']) await runFile(name, 'memory');
  const planmark = await open({ store: memory() });
  await recordPure(planmark);
  await recordTools(planmark);
  await recordFaults();
}

/** @param {Planmark} planmark */
async function recordTools(planmark) {
  planmark.tools();
  planmark.toolInstructions({ suffix: 'x' });
  const context = { caller: ADA, session: 's-1', freshPlan: 'p-1' };
  await planmark.callTool(context, 'create_task_plan', { task_id: 'T-2', content: BODY });
  try {
    await planmark.callTool(context, 'get_task_plan', { task_id: 'none' });
  } catch (error) {
    planmark.toolRefusal(undefined, /** @type {PlanmarkError} */ (error));
  }
}

/** @param {Planmark} planmark */
async function recordPure(planmark) {
  const { preview } = planmark;
  preview.parse(BODY);
  preview.inspect('a\\nb\\nc\\n\uFEFF\u0000\u2028');
  preview.compose('stored \n', '\n\nfragment');
  await refused(() => preview.compose('stored', ' '));
  const seed = preview.save('plan-1', BODY, undefined, Number.MAX_SAFE_INTEGER);
  /** @type {Entry[]} */
  const log = [
    { id: 'a', atMs: 0, event: { set: seed } },
    { id: 'b', parent: 'a', atMs: 1, by: ADA, event: { activate: 'plan-1' } },
    { id: 'c', parent: 'b', atMs: 2, event: 'other' },
    { id: 'd', parent: 'c', atMs: 3, event: { mode: 'plan' } },
  ];
  const branch = preview.branch(log, 'd');
  preview.fold(branch);
  preview.tick(branch, { title: 'Second' });
  await refused(() => preview.untick(branch, { title: 'none' }));
  preview.tasks(branch, undefined, BODY);
  preview.marker(branch, undefined);
  preview.prompt('build', 'plan-1', BODY, undefined);
  planmark.describe();
}

async function recordFaults() {
  const inner = memory();
  /** @type {Record<string, CapabilityCode>} */
  const failing = {};
  const world = { broken: false };
  const store = {
    begin: () => faulty(inner.begin(), failing),
    close: () => inner.close(),
  };
  const clock = () => {
    if (world.broken) throw new Error('the clock has stopped');
    return 1_700_000_000_000;
  };
  const planmark = await open({ store, clock, leaseWaitMs: 0 });
  const context = { caller: ADA, coalesceWindowMs: -1 };
  await planmark.create(context, { task: 'T-1', content: 'stored' });
  for (const method of ['acquire', 'get', 'commit']) {
    for (const code of CODES) {
      failing[method] = code;
      await refused(() => planmark.update(context, { task: 'T-1', content: 'more', mode: 'append' }));
    }
    delete failing[method];
  }
  await planmark.tracker.save({ caller: ADA, session: 's-1' }, 'plan-1', BODY);
  for (const code of CODES) {
    failing['readBody'] = code;
    await refused(async () => planmark.tracker.view('s-1', 'plan-1'));
  }
  world.broken = true;
  await refused(() => planmark.update(context, { task: 'T-1', content: 'more', mode: 'append' }));
}

/**
 * @param {StoreCall} call
 * @param {Record<string, CapabilityCode>} failing The methods that fail, and with which code.
 * @returns {StoreCall}
 */
function faulty(call, failing) {
  return new Proxy(call, {
    get: (target, name) => {
      const code = failing[String(name)];
      const fails = () => {
        throw new CapabilityError(/** @type {CapabilityCode} */ (code), 'a test said so');
      };
      return code ? fails : Reflect.get(target, name).bind(target);
    },
  });
}

/** @param {() => unknown} work What may be refused. */
async function refused(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof PlanmarkError)) throw error;
  }
}

/** @param {string} path */
async function replayed(path) {
  try {
    return await replay(path);
  } catch (error) {
    if (!(error instanceof PlanmarkError)) throw error;
    return { error: error.code, message: error.message };
  }
}
