/** Many calls, one after the other, keep nothing: not the good ones, not the refused, not the failed. */

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { PlanmarkError, memory, open } from '../src/index.js';

setFlagsFromString('--expose-gc');
const gc = /** @type {() => void} */ (runInNewContext('gc'));

const context = { caller: { kind: /** @type {const} */ ('agent'), name: 'ada' } };
const { caller } = context;

/**
 * The bytes that each of `count` calls leaves on the heap.
 *
 * @param {number} count
 * @param {() => unknown} call
 */
async function bytesLeft(count, call) {
  for (let index = 0; index < count / 10; index += 1) await call();
  gc();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < count; index += 1) await call();
  gc();
  return (process.memoryUsage().heapUsed - before) / count;
}

it('calls that succeed, are refused, or fail leave nothing on the heap', async () => {
  let broken = false;
  const access = () => {
    if (broken) throw new Error('broken');
    return true;
  };
  const planmark = await open({ store: memory(), access });
  await planmark.create(context, { task: 't', content: 'stored' });
  const refused = async (/** @type {string} */ code, /** @type {() => unknown} */ call) => {
    try {
      await call();
    } catch (error) {
      assert.equal(/** @type {PlanmarkError} */ (error).code, code);
    }
  };
  /** @type {Record<string, number>} */
  const left = {
    composed: await bytesLeft(50_000, () => planmark.preview.compose('a', 'b')),
    read: await bytesLeft(10_000, () => planmark.read(caller, 't')),
    refused: await bytesLeft(10_000, () => refused('plan-not-found', () => planmark.read(caller, 'none'))),
    refusedWrite: await bytesLeft(5_000, () =>
      refused('content-required', () => planmark.update(context, { task: 't' })),
    ),
  };
  const session = { caller, session: 's' };
  await planmark.tracker.save(session, 'p', '## Section 4\n\n- [ ] A\n- [ ] B\n');
  await planmark.tracker.tick(session, { title: 'A' });
  const branch = planmark.tracker.branch('s', undefined, 200).entries.reverse();
  left['tickedAgain'] = await bytesLeft(5_000, () => planmark.tracker.tick(session, { title: 'A' }));
  left['marked'] = await bytesLeft(5_000, () => planmark.tracker.marker('s'));
  left['folded'] = await bytesLeft(5_000, () => planmark.preview.fold(branch));
  left['unknownTask'] = await bytesLeft(5_000, () =>
    refused('unknown-task', () => planmark.tracker.tick(session, { title: 'C' })),
  );
  broken = true;
  left['failed'] = await bytesLeft(200, () => refused('import-failed', () => planmark.read(caller, 't')));
  for (const [kind, bytes] of Object.entries(left)) {
    // Some 40 bytes a call are the runtime's own, and its caches and compiled code add up to 200 more
    // in a short run. An error that leaks is 5,800, an instance that stays 100,000.
    assert.ok(bytes < (kind === 'failed' ? 2_000 : 1_000), `${kind}: ${bytes} bytes a call`);
  }
});

it('calls leave no file descriptor open', { skip: process.platform !== 'linux' }, async () => {
  const home = mkdtempSync(join(tmpdir(), 'planmark-leaks-'));
  const planmark = await open({ home });
  const opened = () => readdirSync('/proc/self/fd').length;
  for (let index = 0; index < 140; index += 1) {
    await planmark.create(context, { task: `t${index}`, content: 'x' });
  }
  const after = opened();
  for (let index = 0; index < 140; index += 1) {
    await planmark.update(context, { task: `t${index}`, content: 'x', mode: 'append' });
    planmark.read(caller, `t${index}`);
  }
  assert.ok(opened() <= after, 'lock databases are closed again');
  planmark.close();
  assert.ok(opened() < after - 128);
  rmSync(home, { recursive: true });
});
