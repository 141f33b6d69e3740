/**
 * A harness in TypeScript that has the package from its archive alone: it compiles with the strictest
 * settings and no types but the package's own, and it runs.
 */

import { CapabilityError, Planmark, PlanmarkError, Preview, freshPlan, freshSession, memory, open } from 'planmark';
import type { Author, Context, EntryEvent, Offer, Reach, Store, StoreCall, Ticked, Tool, ToolAnswer, Written } from 'planmark';

function check(truth: unknown, what: string): asserts truth {
  if (!truth) throw new Error(`not so: ${what}`);
}

const caller: Author = { kind: 'agent', name: 'ada' };
const context: Context = { caller };

/** A store of the harness's own: it counts the calls, and leaves the rest to one in memory. */
class Counted implements Store {
  calls = 0;
  private readonly inner: Store = memory();

  begin(): StoreCall {
    this.calls += 1;
    return this.inner.begin();
  }

  close(): void {
    this.inner.close();
  }
}

const store = new Counted();
const clock = (): number => 1_700_000_000_000;
const access = (_caller: Author, task: string, reach: Reach): boolean => {
  if (task === 'broken') throw new CapabilityError('unavailable', 'the rule is not there');
  return task !== 'secret' || reach === 'read';
};
const planmark: Planmark = await open({ store, clock, access });

const written: Written = await planmark.create(context, { task: 'T-1', content: '# Plan\n' });
check(written.bytes === 7 && store.calls === 1, 'the write went through the own store');
check(planmark.read(caller, 'T-1').updatedAtMs === clock(), 'the time is that of the own clock');

/** The code of a refusal. */
async function codeOf(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
  } catch (error) {
    if (error instanceof PlanmarkError) return error.code;
    throw error;
  }
  return 'none';
}

for (const task of ['secret', 'broken']) {
  const code = await codeOf(() => planmark.create(context, { task, content: 'x' }));
  check(code === 'not-reachable', `the own rule is asked for "${task}": ${code}`);
}

const session = freshSession();
await planmark.tracker.save({ caller, session }, freshPlan(), '## Section 4\n\n- [ ] A\n- [ ] B\n');
const ticked: Ticked = await planmark.tracker.tick({ caller, session }, { title: 'A' });
check(ticked.done === 1, 'a tick counts');

const offer: Offer = { profiles: ['tracker'], names: 'pi' };
const tools: Tool[] = planmark.tools(offer);
check(tools.some(({ name }) => name === 'workflow_plan_tick'), 'the tools have the names of the offer');
const answer: ToolAnswer = await planmark.callTool({ caller, offer, session }, 'workflow_plan_tick', { title: 'B' });
check(answer.changed && !answer.isError, 'a tool call ticks');

const preview: Preview = await Preview.load();
const event: EntryEvent = { set: preview.save('p', '## Section 4\n\n- [ ] A\n', undefined, 1) };
check(preview.fold([{ id: '1', atMs: 1, event }]).active?.tasks.length === 1, 'pure functions need no store');

// @ts-expect-error A mode that is no string does not compile.
check((await codeOf(() => planmark.update(context, { task: 'T-1', content: 'x', mode: 3 }))) === 'invalid-argument', 'nor run');

planmark.close();
