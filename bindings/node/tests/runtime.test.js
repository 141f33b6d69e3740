/** The continue runtime in this host: waits, order, the two ways to its answers. What they say is in the vectors. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';

import { freshPlan, memory, open, Preview } from '../src/index.js';
import { openHome } from '../src/store/sqlite/open.js';
import { SqliteStore } from '../src/store/sqlite.js';

/**
 * @import { Planmark } from '../src/index.js'
 * @import { Admission, Receipt, Seat, SessionContext, SessionLog, View } from '../src/types.js'
 */

/** @type {SessionContext} */
const context = { caller: { kind: 'agent', name: 'ada' }, session: 's-1' };
/** @type {Seat} */
const seat = { client: 'claude-code', readTool: 'continue_runtime_read', tickTool: 'tick_plan_task' };
const key = { closure: 'release', generation: 1 };
const BODY = '## Section 4\n\n- [ ] A\n- [ ] B\n';

/**
 * A session whose plan is the work of a root that the engine drives, and the arguments of its reads.
 *
 * @param {Planmark} planmark
 */
async function driven(planmark) {
  const { runtime, tracker } = planmark;
  const plan = freshPlan();
  await tracker.save(context, plan, BODY);
  await runtime.cutover(context);
  const identity = { key, target: 'release of v2', plan, authority: 'planmark' };
  /** @type {Admission} */
  const admission = { identity, owned: ['src/**'], schemas: runtime.currentSchemas() };
  const admitted = await runtime.admit(context, admission);
  assert.deepEqual([admitted.changed, admitted.root.verdict, admitted.root.standing], [true, 'engine-driven', 'open']);
  const { identity_digest: identityDigest } = JSON.parse(runtime.payload('s-1', key, seat).readArguments);
  return { plan, admission, args: { key, identityDigest } };
}

/**
 * What is to be done by an answer: the current task's title, and the next one's.
 *
 * @param {View} view
 */
function served(view) {
  if (typeof view === 'string' || !('active' in view)) return assert.fail(JSON.stringify(view));
  return [view.active.currentTask.title, view.active.nextUpcomingTask?.title];
}

/** @param {View} view */
function receiptOf(view) {
  return 'completed' in view ? view.completed.receipt : assert.fail(JSON.stringify(view));
}

/**
 * The branch of the session as a harness has it that keeps its own log.
 *
 * @param {Planmark} planmark
 * @param {string} plan
 * @returns {SessionLog}
 */
function logOf({ tracker }, plan) {
  const { entries } = tracker.branch('s-1', undefined, 200);
  return { branch: entries.reverse(), bodies: [{ plan, text: tracker.view('s-1', plan).body }] };
}

it('a root is served task by task, and its receipt is valid and no other is', async () => {
  const planmark = await open({ store: memory() });
  const { runtime, tracker } = planmark;
  const { args, admission } = await driven(planmark);
  assert.equal((await runtime.admit(context, admission)).changed, false);
  const first = await runtime.read(context, seat, args);
  assert.deepEqual([served(first.view), first.changed, first.directive?.action], [['A', 'B'], true, 'install']);
  assert.equal((await runtime.read(context, seat, args)).changed, false);
  await tracker.tick(context, { title: 'A' });
  assert.deepEqual(served((await runtime.read(context, seat, args)).view), ['B', undefined]);
  const note = { root: key, id: 'note', text: 'tell the others' };
  assert.deepEqual((await runtime.obligation(context, note)).root.obligations.length, 1);
  await tracker.tick(context, { title: 'B' });
  assert.equal(runtime.roots('s-1')[0]?.standing, 'closing');
  await assert.rejects(runtime.seal(context, key), { code: 'root-open', effect: 'nothing-written' });
  const { root } = await runtime.discharge(context, { root: key, id: 'note' });
  assert.deepEqual([root.standing, root.obligations[0]?.discharged], ['ready', true]);
  const sealed = await runtime.seal(context, key);
  assert.deepEqual([sealed.changed, sealed.root.standing], [true, 'sealed']);
  const receipt = receiptOf((await runtime.read(context, seat, args)).view);
  assert.deepEqual(receipt, sealed.root.receipt);
  assert.equal(runtime.validate('s-1', receipt), true);
  const zeros = '0'.repeat(64);
  /** @type {Receipt[]} */
  const forged = [
    { ...receipt, digest: zeros },
    { ...receipt, executionDigest: zeros },
    { ...receipt, identity: { ...receipt.identity, target: 'another' } },
  ];
  for (const one of forged) assert.equal(runtime.validate('s-1', one), false);
});

it('pure functions over the branch of a session decide what the session answers', async () => {
  const planmark = await open({ store: memory() });
  const { runtime, tracker } = planmark;
  const { plan, args } = await driven(planmark);
  const preview = await Preview.load();
  const log = logOf(planmark, plan);
  const planned = preview.continueRead(log, seat, args);
  const { view, directive } = await runtime.read(context, seat, args);
  assert.deepEqual([planned.view, planned.directive], [view, directive]);
  const after = logOf(planmark, plan);
  const recorded = after.branch.slice(log.branch.length).map(({ event }) => event);
  assert.deepEqual(planned.events.map((root) => ({ root })), recorded);
  assert.deepEqual(preview.roots(after), runtime.roots('s-1'));
  assert.deepEqual(preview.payload(after, key, seat), runtime.payload('s-1', key, seat));
  assert.equal(preview.guardLine(after, seat.readTool), runtime.guardLine('s-1', seat.readTool));
  assert.deepEqual(preview.restored(after, seat.readTool), runtime.restored('s-1', seat.readTool));
  assert.throws(() => preview.changeRoot(after, { seal: key }), { code: 'root-open' });
  assert.deepEqual(preview.changeRoot(after, 'rollback'), ['rollback']);
  for (const title of ['A', 'B']) await tracker.tick(context, { title });
  const end = logOf(planmark, plan);
  const [event] = preview.changeRoot(end, { seal: key });
  const receipt = (await runtime.seal(context, key)).root.receipt;
  assert.deepEqual(event, { seal: receipt });
  assert.ok(receipt && preview.validate(logOf(planmark, plan), receipt) && !preview.validate(end, receipt));
});

it('hooks get an opinion, and a turn that ends is kept going once', async () => {
  const planmark = await open({ store: memory() });
  const { runtime } = planmark;
  const { args } = await driven(planmark);
  const change = { path: 'src/a.js', folder: '/project', project: '/project', foldCase: false };
  const { directive } = await runtime.read(context, seat, args);
  const call = directive?.call ?? assert.fail('no call was asked for');
  assert.equal(runtime.beforeCall('s-1', seat, call), 'none');
  assert.equal(await runtime.afterCall(context, seat, call, '{"id": "c1"}'), true);
  assert.equal(await runtime.afterCall(context, seat, call, '{"id": "c1"}'), false);
  assert.equal(runtime.beforeChange('s-1', seat.readTool, [change]), 'none');
  assert.equal(runtime.triggerOf('s-1', seat.readTool, 'hello'), 'prompt');
  assert.equal(await runtime.turnBegins(context, 'prompt'), true);
  const opinion = runtime.beforeChange('s-1', seat.readTool, [change]);
  assert.ok(typeof opinion === 'object' && opinion.deny.includes(seat.readTool));
  await runtime.read(context, seat, args);
  const floor = /** @type {const} */ ({ ...seat, client: 'cursor' });
  const ends = () => runtime.turnEnds(context, floor, { alreadyContinued: false });
  const [once, again] = [await ends(), await ends()];
  assert.ok(typeof once === 'object' && once.continue.length > 0);
  assert.equal(again, 'rest');
});

it('what needs no session is answered without one', async () => {
  const { runtime } = await open({ store: memory() });
  assert.equal(runtime.clients().length, 9);
  assert.equal(runtime.identify({ environment: [['CLAUDECODE', '1']] }).client, 'claude-code');
  const { client, source, question } = runtime.identify({ environment: [] });
  assert.ok(client === 'other' && source === 'none' && question);
  const [finding] = runtime.guardLint('the line', ['a/*.md'], [{ path: 'a/b.md', text: 'nothing\n' }]);
  assert.deepEqual([finding?.path, finding?.fault], ['a/b.md', 'missing']);
});

it('a refusal has its code and changes nothing, and a wrong argument never reaches the engine', async () => {
  const planmark = await open({ store: memory() });
  const { runtime, tracker } = planmark;
  const { admission, args } = await driven(planmark);
  const before = tracker.describe('s-1').entries;
  const other = { ...admission, owned: [] };
  await assert.rejects(runtime.admit(context, other), { code: 'root-exists', effect: 'nothing-written' });
  const elsewhere = { ...admission, identity: { ...admission.identity, key: { ...key, generation: 2 }, plan: 'p-x' } };
  await assert.rejects(runtime.admit(context, elsewhere), { code: 'saved-plan-not-found' });
  const stranger = { closure: 'other', generation: 1 };
  await assert.rejects(runtime.seal(context, stranger), { code: 'root-not-found' });
  assert.throws(() => runtime.payload('s-1', stranger, seat), { code: 'root-not-found' });
  assert.throws(() => runtime.observe('s-1', key, seat, 'no JSON'), { code: 'invalid-argument' });
  const { view, changed } = await runtime.read(context, seat, { ...args, identityDigest: '0'.repeat(64) });
  assert.ok(typeof view === 'object' && 'retry-later' in view && !changed);
  assert.equal(view['retry-later'].reason, 'mismatched');
  const wrong = /** @type {any} */ ({ ...args, plan: 'p-1' });
  await assert.rejects(runtime.read(context, seat, wrong), { code: 'invalid-argument', message: '"args" has no field "plan"' });
  const nobody = /** @type {any} */ ({ ...seat, client: 'nobody' });
  assert.throws(() => runtime.payload('s-1', key, nobody), { code: 'invalid-argument', message: /^"seat\.client" must be/ });
  const pair = /** @type {any} */ ({ environment: [['A', 'b', 'c']] });
  assert.throws(() => runtime.identify(pair), { code: 'invalid-argument' });
  assert.equal(tracker.describe('s-1').entries, before);
  await tracker.create({ ...context, session: 's-2' }, 'pi');
  await assert.rejects(runtime.cutover({ ...context, session: 's-2' }), { code: 'owner-unavailable' });
});

it('a request that is made again gets the stored answer', async () => {
  const { runtime } = await open({ store: memory() });
  const named = { ...context, request: '123e4567-e89b-42d3-a456-426614174000' };
  const once = await runtime.cutover(named);
  assert.deepEqual(await runtime.cutover(named), { ...once, replayed: true });
  await assert.rejects(runtime.rollback(named), { code: 'request-reused' });
});

it('a read of a session that another holds waits for it, in its place among the changes', async () => {
  const home = mkdtempSync(join(tmpdir(), 'planmark-runtime-'));
  const planmark = await open({ home, leaseWaitMs: 2_000 });
  const { args } = await driven(planmark);
  const holder = new SqliteStore(await openHome(home, 100));
  const held = holder.begin();
  held.acquire({ kind: 'session', id: 's-1' });
  const waits = Promise.all([
    planmark.tracker.tick(context, { title: 'A' }),
    planmark.runtime.read(context, seat, args),
    planmark.tracker.tick(context, { title: 'B' }),
  ]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  held.end();
  assert.deepEqual(served((await waits)[1].view), ['B', undefined]);
  planmark.close();
  holder.close();
  rmSync(home, { recursive: true });
});

it('a read of a session that stays held says after the wait that it is to be made later', async () => {
  const home = mkdtempSync(join(tmpdir(), 'planmark-runtime-'));
  const planmark = await open({ home, leaseWaitMs: 200 });
  const { args } = await driven(planmark);
  const holder = new SqliteStore(await openHome(home, 100));
  const held = holder.begin();
  held.acquire({ kind: 'session', id: 's-1' });
  const start = performance.now();
  const { view, changed } = await planmark.runtime.read(context, seat, args);
  assert.ok(performance.now() - start >= 200);
  assert.ok(typeof view === 'object' && 'retry-later' in view && !changed);
  assert.equal(view['retry-later'].reason, 'changing');
  held.end();
  planmark.close();
  holder.close();
  rmSync(home, { recursive: true });
});
