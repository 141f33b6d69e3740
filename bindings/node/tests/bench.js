/**
 * Measures an append, a read and a composition, and prints a line of JSON for each: microseconds,
 * the least and the median of many.
 *
 * Usage: node tests/bench.js [--append-bytes 100]
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import Database from 'better-sqlite3';

import { memory, open } from '../src/index.js';

const { values } = parseArgs({ options: { 'append-bytes': { type: 'string', default: '100' } } });
const FRAGMENT = '- '.padEnd(Number(values['append-bytes']), 'measured line ');
const SIZES = [1_000, 158_000];
const WRITERS = ['ada', 'bob'].map((name) => ({ caller: { kind: /** @type {const} */ ('agent'), name } }));
const [first] = WRITERS;
if (!first) throw new Error('no writer');

/**
 * @param {string} what
 * @param {number} count
 * @param {(index: number) => unknown} work
 */
async function measure(what, count, work) {
  for (let index = 0; index < count / 5; index += 1) await work(index);
  const taken = [];
  for (let index = 0; index < count; index += 1) {
    const start = process.hrtime.bigint();
    await work(index);
    taken.push(Number(process.hrtime.bigint() - start) / 1_000);
  }
  taken.sort((left, right) => left - right);
  const [least = 0, median = 0] = [taken[0], taken[taken.length >> 1]];
  console.log(JSON.stringify({ what, least: round(least), median: round(median), count }));
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

const home = mkdtempSync(join(tmpdir(), 'planmark-bench-'));
try {
  for (const [store, planmark] of Object.entries({
    memory: await open({ store: memory() }),
    sqlite: await open({ home }),
  })) {
    for (const size of SIZES) {
      const task = `t${size}`;
      const content = 'a line of a plan, as plans are\n'.repeat(size / 31);
      await planmark.create(first, { task, content });
      const count = store === 'memory' ? 500 : 300;
      await measure(`append ${store} ${size}`, count, (index) =>
        planmark.update(WRITERS[index % 2] ?? first, { task, content: FRAGMENT, mode: 'append' }),
      );
      await planmark.save(first, { task, content });
      await measure(`read ${store} ${size}`, 300, () => planmark.read(first.caller, task));
      if (store === 'memory') {
        await measure(`compose ${size}`, 1_000, () => planmark.compose(content, FRAGMENT));
        const accents = 'une ligne d’un plan, tel quel — é\n'.repeat(size / 40);
        await measure(`compose not ASCII ${size}`, 300, () => planmark.compose(accents, FRAGMENT));
      }
    }
    planmark.close();
  }
  const bare = new Database(join(home, 'bare.db'));
  bare.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (v BLOB)');
  const insert = bare.prepare('INSERT INTO t VALUES (?)');
  await measure('bare commit of 300 bytes', 300, () => insert.run(Buffer.alloc(300)));
  bare.close();
} finally {
  rmSync(home, { recursive: true });
}
