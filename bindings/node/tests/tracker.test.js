/** Sessions in this host: waits, order, the way of a tool. What they answer is in the vectors. */

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';

import { PlanmarkError, freshPlan, freshSession, memory, open } from '../src/index.js';
import { openHome } from '../src/store/sqlite/open.js';
import { SqliteStore } from '../src/store/sqlite.js';

/** @import { SessionContext } from '../src/types.js' */

const caller = /** @type {const} */ ({ kind: 'agent', name: 'ada' });
/** @type {SessionContext} */
const context = { caller, session: 's-1' };
const BODY = '## Section 4\n\n- [ ] A\n- [ ] B\n- [ ] C\n';

/** @param {(home: string) => Promise<void>} test */
const onHome = (test) => async () => {
  const home = mkdtempSync(join(tmpdir(), 'planmark-tracker-'));
  try {
    await test(home);
  } finally {
    rmSync(home, { recursive: true });
  }
};

it('ids are new, of their form, and in order', () => {
  const ids = Array.from({ length: 1_000 }, freshPlan);
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.every((id) => /^p-[0-9a-f]{12}-[0-9a-f]{8}$/.test(id)));
  const times = ids.map((id) => id.slice(0, 14));
  assert.deepEqual(times, [...times].sort());
  assert.match(freshSession(), /^s-/);
});

it(
  'a session that another holds is waited for, delays no other, and a save that was held up is made once',
  onHome(async (home) => {
    const planmark = await open({ home, leaseWaitMs: 2_000 });
    const holder = new SqliteStore(await openHome(home, 100));
    const held = holder.begin();
    held.acquire({ kind: 'session', id: 's-1' });
    const plan = freshPlan();
    const waits = [planmark.tracker.save(context, plan, BODY), planmark.tracker.tick(context, { title: 'A' })];
    const other = await planmark.tracker.save({ caller, session: 's-2' }, plan, BODY);
    assert.equal(other.total, 3);
    assert.throws(() => planmark.tracker.describe('s-1'), { code: 'session-not-found' });
    held.end();
    const [saved, ticked] = await Promise.all(waits);
    assert.deepEqual([saved?.total, ticked?.total], [3, 3]);
    assert.deepEqual([planmark.tracker.describe('s-1').entries, planmark.tracker.tasks('s-1').done], [3, 1]);
    const path = planmark.tracker.view('s-1').path;
    assert.ok(path && existsSync(path) && readFileSync(path, 'utf8') === BODY);
    planmark.close();
    holder.close();
  }),
);

it(
  'a session that stays held is busy after the wait, for the tracker and for tools',
  onHome(async (home) => {
    const planmark = await open({ home, leaseWaitMs: 200 });
    await planmark.tracker.save(context, 'p-1', BODY);
    const holder = new SqliteStore(await openHome(home, 100));
    const held = holder.begin();
    held.acquire({ kind: 'session', id: 's-1' });
    const start = performance.now();
    const busy = { code: 'busy', effect: 'nothing-written' };
    await Promise.all([
      assert.rejects(planmark.tracker.tick(context, { title: 'A' }), busy),
      assert.rejects(planmark.callTool({ caller, session: 's-1' }, 'tick_plan_task', { title: 'A' }), busy),
    ]);
    assert.ok(performance.now() - start >= 200);
    held.end();
    assert.equal((await planmark.tracker.tick(context, { title: 'A' })).changed, true);
    planmark.close();
    holder.close();
  }),
);

it('changes of one session keep their order, whichever way they come', async () => {
  const planmark = await open({ store: memory() });
  await planmark.tracker.save(context, 'p-1', BODY);
  const tool = { caller, session: 's-1' };
  const answers = await Promise.all([
    planmark.tracker.tick(context, { title: 'A' }),
    planmark.callTool(tool, 'tick_plan_task', { title: 'B' }),
    planmark.tracker.untick(context, { title: 'A' }),
    planmark.tracker.tick(context, { title: 'C' }),
  ]);
  assert.deepEqual(answers.map(({ changed }) => changed), [true, true, true, true]);
  const events = planmark.tracker.branch('s-1', undefined, 200).entries.map(({ event }) => Object.keys(event)[0]);
  assert.deepEqual(events, ['tick', 'untick', 'tick', 'tick', 'activate', 'set']);
});

it('a refusal of a tool is an answer that the agent reads', async () => {
  const planmark = await open({ store: memory() });
  const offer = { suffix: 'x' };
  const context = { caller, offer, session: 's-1' };
  const call = planmark.callTool(context, 'tick_plan_task_x', '{"title": "A"}');
  const error = await call.catch((thrown) => thrown);
  assert.ok(error instanceof PlanmarkError && error.code === 'no-active-plan');
  const answer = planmark.toolRefusal(offer, error);
  assert.deepEqual([answer.isError, answer.changed], [true, false]);
  assert.equal(JSON.parse(answer.json).error.code, 'no-active-plan');
  for (const code of ['engine-trapped', 'import-failed', 'home-damaged', 'not-utf-8']) {
    const own = new PlanmarkError({ code, message: 'at /secret/place', next: 'Look.' });
    const { isError, json } = planmark.toolRefusal(offer, own);
    assert.ok(isError);
    if (code === 'import-failed' || code.startsWith('home-')) assert.ok(!json.includes('/secret'), json);
  }
});
