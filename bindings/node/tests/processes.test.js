/** One home, several processes: leases, their end, and what waits for them. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

import { PlanmarkError, open } from '../src/index.js';

/** @import { Author, Options } from '../src/types.js' */

const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url));

/** @type {Author} */
const ada = { kind: 'agent', name: 'ada' };
const context = { caller: ada };

/**
 * Runs a test on a home of its own.
 *
 * @param {(home: string) => Promise<void>} test
 */
const onHome = (test) => async () => {
  const home = mkdtempSync(join(tmpdir(), 'planmark-processes-'));
  try {
    await test(home);
  } finally {
    rmSync(home, { recursive: true, maxRetries: 3 });
  }
};

/** Another process at a home. */
class Actor {
  #child;
  #lines;

  /** @param {string[]} args */
  constructor(...args) {
    this.#child = spawn(process.execPath, [WORKER, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** @param {object} [order] A call; without it, to go on. */
  tell(order) {
    this.#child.stdin.write(`${order ? JSON.stringify(order) : ''}\n`);
  }

  async hear() {
    const { value } = await this.#lines.next();
    return value === undefined ? undefined : JSON.parse(value);
  }

  /**
   * Goes on with a call until it stands there.
   *
   * @param {string} point
   */
  async goTo(point) {
    for (;;) {
      const report = await this.hear();
      assert.ok(report?.at, `it should stop at ${point}: ${JSON.stringify(report)}`);
      if (report.at === point) return;
      this.tell();
    }
  }

  /** Lets it run to the end, and gives its lines. */
  async finish() {
    this.#child.stdin.end();
    const lines = [];
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) break;
      lines.push(value);
    }
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
    return { lines, code: this.#child.exitCode };
  }

  async kill() {
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }
}

/** @param {string} content */
const append = (content, task = 't') => ({ op: 'update', args: { task, content, mode: 'append' } });

/**
 * @param {string} home
 * @param {Partial<Options>} [options]
 */
async function withPlan(home, options = {}) {
  const planmark = await open({ home, ...options });
  for (const task of ['t', 'u']) await planmark.create(context, { task, content: 'begun' });
  return planmark;
}

describe('processes at one home', () => {
  it(
    'lose nothing, whoever writes what',
    onHome(async (home) => {
      const tasks = ['a', 'b', 'c'];
      const planmark = await open({ home });
      for (const task of tasks) await planmark.create(context, { task, content: 'begun' });
      const actors = ['w', 'x', 'y', 'z'].map((name) => new Actor('storm', home, name, '30', ...tasks));
      const ends = await Promise.all(actors.map((actor) => actor.finish()));
      assert.deepEqual(
        ends.map(({ code, lines }) => [code, lines.length]),
        Array.from({ length: 4 }, () => [0, 30]),
      );
      const acknowledged = ends.flatMap(({ lines }) => lines).sort();
      const stored = tasks.flatMap((task) => {
        const [first, ...fragments] = planmark.read(ada, task).content.split('\n\n');
        assert.equal(first, 'begun');
        return fragments.map((fragment) => `${task}\t${fragment}`);
      });
      assert.deepEqual(stored.sort(), acknowledged);
      for (const task of tasks) {
        const { revisions } = planmark.revisions(ada, task, undefined, 200);
        assert.deepEqual(
          revisions.map(({ number }) => number),
          revisions.map((_, index) => revisions.length - index),
        );
        assert.equal(planmark.read(ada, task).position, 41);
      }
      planmark.close();
    }),
  );

  it(
    'may open a fresh one at the same time',
    onHome(async (home) => {
      const line = JSON.stringify({ op: 'list' });
      const actors = Array.from({ length: 6 }, () => new Actor('once', join(home, 'new', 'home'), line));
      for (const { lines, code } of await Promise.all(actors.map((actor) => actor.finish()))) {
        assert.deepEqual([lines, code], [['{"plans":[]}'], 0]);
      }
    }),
  );

  it(
    'that hold a task delay no other, and the held one answers busy after the wait',
    onHome(async (home) => {
      const planmark = await withPlan(home, { leaseWaitMs: 300 });
      const actor = new Actor('stage', home);
      actor.tell(append('from afar'));
      await actor.goTo('after-acquire');

      const start = performance.now();
      const waits = planmark.update(context, { task: 't', content: 'here', mode: 'append' });
      const refused = assert.rejects(waits, (/** @type {PlanmarkError} */ error) => {
        assert.deepEqual([error.code, error.effect], ['busy', 'nothing-written']);
        return true;
      });
      await planmark.update(context, { task: 'u', content: 'here', mode: 'append' });
      assert.equal(planmark.read(ada, 't').content, 'begun', 'reads wait for nobody');
      assert.ok(performance.now() - start < 250, 'another task is not delayed');
      await refused;
      assert.ok(performance.now() - start >= 300);

      actor.tell();
      await actor.goTo('after-commit');
      await planmark.update(context, { task: 't', content: 'here', mode: 'append' });
      assert.equal(planmark.read(ada, 't').content, 'begun\n\nfrom afar\n\nhere');
      await actor.kill();
      planmark.close();
    }),
  );

  for (const [point, stored] of /** @type {const} */ ([
    ['after-acquire', 'begun\n\nhere'],
    ['before-commit', 'begun\n\nhere'],
    ['after-commit', 'begun\n\nfrom afar\n\nhere'],
  ])) {
    it(
      `that are killed ${point.replace('-', ' ')} leave the task free, and what they committed`,
      onHome(async (home) => {
        const planmark = await withPlan(home);
        const actor = new Actor('stage', home);
        actor.tell(append('from afar'));
        await actor.goTo(point);
        const waits = planmark.update(context, { task: 't', content: 'here', mode: 'append' });
        await actor.kill();
        const start = performance.now();
        await waits;
        assert.ok(performance.now() - start < 1_000, 'the lease ends with its holder');
        assert.equal(planmark.read(ada, 't').content, stored);
        planmark.close();
      }),
    );
  }
});

describe('writes of one process', () => {
  it(
    'keep their order, also while they wait',
    onHome(async (home) => {
      const planmark = await withPlan(home);
      const actor = new Actor('stage', home);
      actor.tell(append('from afar'));
      await actor.goTo('before-commit');
      const numbers = Array.from({ length: 10 }, (_, index) => String(index));
      const writes = numbers.map((content) => planmark.update(context, { task: 't', content, mode: 'append' }));
      actor.tell();
      await actor.goTo('after-commit');
      await Promise.all(writes);
      assert.equal(planmark.read(ada, 't').content, ['begun', 'from afar', ...numbers].join('\n\n'));
      await actor.kill();
      planmark.close();
    }),
  );

  it(
    'through two Planmarks at one home exclude each other',
    onHome(async (home) => {
      const [one, other] = [await withPlan(home), await open({ home })];
      const writes = Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? one : other).update(context, { task: 't', content: String(index), mode: 'append' }),
      );
      await Promise.all(writes);
      assert.equal(one.read(ada, 't').position, 21);
      assert.equal(other.read(ada, 't').content.split('\n\n').length, 21);
      one.close();
      other.close();
    }),
  );

  it(
    'that still wait when it is closed fail, and write nothing',
    onHome(async (home) => {
      const planmark = await withPlan(home);
      const actor = new Actor('stage', home);
      actor.tell(append('from afar'));
      await actor.goTo('after-acquire');
      const waits = planmark.update(context, { task: 't', content: 'here', mode: 'append' });
      planmark.close();
      await assert.rejects(waits, { code: 'closed', effect: 'nothing-written' });
      await actor.kill();
    }),
  );
});
