/**
 * Traces of this host: what is recorded, where, and that it never gets in the way of a call. The test of
 * traces in `tests/` replays them in every other host.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it, mock } from 'node:test';

import { memory, open, replay } from '../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'planmark-traces-'));
after(() => rmSync(folder, { recursive: true }));
const context = { caller: /** @type {const} */ ({ kind: 'agent', name: 'ada' }) };

/** @param {string} name */
const inFolder = (name) => join(folder, name);

/** @param {string} path */
function lines(path) {
  return readFileSync(path, 'utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line));
}

it('a trace is asked for by option or by environment', async () => {
  const [given, named] = [inFolder('given'), inFolder('named')];
  process.env['PLANMARK_TRACE'] = named;
  try {
    (await open({ store: memory() })).preview.inspect('text');
    (await open({ store: memory(), trace: given })).describe();
    process.env['PLANMARK_TRACE'] = '';
    (await open({ store: memory() })).describe();
  } finally {
    delete process.env['PLANMARK_TRACE'];
  }
  assert.deepEqual(lines(named).map((line) => line.function), ['inspect']);
  assert.deepEqual(lines(given).map((line) => line.function), ['describe']);
  assert.deepEqual(await replay(given), { calls: 1, same: 1, differences: [] });
  await assert.rejects(open({ store: memory(), trace: '' }), { code: 'invalid-argument' });
});

it('a function of the host that fails is recorded without an answer', async () => {
  const trace = inFolder('failed');
  const clock = () => {
    throw new Error('no time');
  };
  const planmark = await open({ store: memory(), clock, trace });
  await assert.rejects(planmark.create(context, { task: 'T-1', content: 'text' }), { code: 'import-failed' });
  const [line] = lines(trace);
  assert.deepEqual(line.steps.at(-1), { capability: 'clock.now', arguments: [] });
  assert.deepEqual(line.result, { trap: 'import-failed' });
  assert.deepEqual(await replay(trace), { calls: 1, same: 1, differences: [] });
});

it('a link is refused, and the call goes on', async () => {
  const [target, link] = [inFolder('target'), inFolder('link')];
  writeFileSync(target, '');
  symlinkSync(target, link);
  const told = mock.method(process.stderr, 'write', () => true);
  try {
    for (const trace of [link, folder, '/dev/null']) {
      const planmark = await open({ store: memory(), trace });
      planmark.describe();
      planmark.describe();
    }
    assert.equal(told.mock.callCount(), 1);
  } finally {
    told.mock.restore();
  }
  assert.equal(readFileSync(target, 'utf8'), '');
});

it('a new trace is for its owner alone, and a half line is left alone', async () => {
  const trace = inFolder('half');
  const planmark = await open({ store: memory(), trace });
  planmark.describe();
  assert.equal(statSync(trace).mode & 0o777, 0o600);
  writeFileSync(trace, '{"trace":1');
  planmark.describe();
  const [half, whole = ''] = readFileSync(trace, 'utf8').split('\n');
  assert.equal(half, '{"trace":1');
  assert.equal(JSON.parse(whole).function, 'describe');
  await assert.rejects(replay(trace), { code: 'trace-damaged', message: /^line 1 / });
  await assert.rejects(replay(inFolder('missing')), { code: 'trace-unreadable' });
});
