/**
 * Traces of this host: what is recorded, where, and that it never gets in the way of a call. The test of
 * traces in `tests/` replays them in every other host.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it, mock } from 'node:test';

import { contract } from '../contract.js';
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

it('a file that is no trace is not written to, and the call goes on', async () => {
  const other = inFolder('plan.md');
  writeFileSync(other, '# Plan\n');
  const planmark = await open({ store: memory(), trace: other });
  planmark.describe();
  assert.equal(readFileSync(other, 'utf8'), '# Plan\n');
});

it('what is no path is refused, wherever a path is given', async () => {
  for (const given of [1, true, null, '', 'a\0b', Buffer.from('a'), new URL('file:///a'), {}]) {
    const refused = { name: 'PlanmarkError', code: 'invalid-argument' };
    const path = /** @type {any} */ (given);
    await assert.rejects(replay(path), refused);
    await assert.rejects(open({ store: memory(), trace: path }), refused);
    await assert.rejects(open({ home: path }), refused);
  }
  await assert.rejects(replay('\ud800'), { code: 'not-utf-8' });
  await assert.rejects(open({ home: '\ud800' }), { code: 'not-utf-8' });
});

it('what the set-up does not know of wit/ ends it', () => {
  const read = (/** @type {string} */ items) => contract([`interface a {\n${items}\n}\n`]);
  const { types, functions } = read('  /// A b.\n  @since(version = 0.1.0)\n  record b { %list: list<u32>, }\n  c: func(b: b) -> result<_, b>;');
  assert.deepEqual(types, { 'a.b': { record: { list: { list: 'u32' } } } });
  assert.deepEqual(functions, { 'a.c': { parameters: ['a.b'], result: { result: { ok: null, failure: 'a.b' } } } });
  const unknown = ['flags f { x }', 'resource r;', 'b: func();', 'record b { x: f32, }', 'record b { x: stream<u32>, }', 'use b.{c};', 'record b { x: u32'];
  for (const items of unknown) assert.throws(() => read(items), /^Error: wit\/ /, items);
});
