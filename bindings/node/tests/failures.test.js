/** What the caller learns when something fails that is not the engine's own refusal. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Engine } from '../src/engine.js';
import { CapabilityError, Planmark, PlanmarkError, memory, open } from '../src/index.js';

/**
 * @import { Component } from '../src/component.js'
 * @import { CapabilityCode } from '../src/error.js'
 * @import { ContinueRuntime } from '../src/index.js'
 * @import { Author, Effect, Options, Store, StoreCall } from '../src/types.js'
 */

/** @type {Author} */
const ada = { kind: 'agent', name: 'ada' };
const context = { caller: ada };

/**
 * @param {() => unknown} work
 * @param {{ code: string, effect?: Effect, message?: RegExp, cause?: unknown }} wanted
 * @returns {Promise<PlanmarkError>}
 */
async function fails(work, { code, effect = 'nothing-written', message, cause }) {
  try {
    await work();
  } catch (error) {
    assert.ok(error instanceof PlanmarkError, String(error));
    assert.deepEqual([error.code, error.effect], [code, effect], error.message);
    if (message) assert.match(error.message, message);
    if (cause) assert.equal(error.cause, cause);
    assert.match(error.next, /^[A-Z].*\.$/);
    return error;
  }
  return assert.fail(`must fail with ${code}`);
}

/**
 * A Planmark over a memory store that has a plan, and whose calls `change` alters while it is set.
 *
 * @param {Partial<Options>} [options]
 */
async function opened(options = {}) {
  const inner = memory();
  /** @type {{ change: ((call: StoreCall) => Partial<StoreCall>) | undefined }} */
  const world = { change: undefined };
  /** @type {Store} */
  const store = {
    begin: () => {
      const call = inner.begin();
      const changed = world.change?.(call) ?? {};
      return new Proxy(call, {
        get: (target, name) => Reflect.get(changed, name) ?? Reflect.get(target, name).bind(target),
      });
    },
    close: () => {},
  };
  const planmark = await open({ store, ...options });
  const plain = await open({ store: inner });
  await plain.create(context, { task: 't', content: 'stored' });
  const append = () => planmark.update(context, { task: 't', content: 'added', mode: 'append' });
  /** The engine works, nothing is held, and the plan is this. */
  const isSound = async (/** @type {string} */ content) => {
    world.change = undefined;
    assert.equal(inner.held.size, 0, 'the lease is given up');
    assert.equal(inner.state.viewers, 0, 'the snapshot is given up');
    assert.equal(plain.read(ada, 't').content, content);
  };
  return { planmark, world, append, isSound };
}

describe('a function that the host supplies', () => {
  it('may throw anything: the cause comes back, the lease goes, and the next call works', async () => {
    const world = { thrown: /** @type {unknown} */ (undefined) };
    const access = () => {
      if (world.thrown !== undefined) throw world.thrown;
      return true;
    };
    const { planmark, append, isSound } = await opened({ access });
    for (const thrown of [new Error('no rule'), new TypeError('x'), 'text', null, { code: 'busy', message: '' }]) {
      world.thrown = thrown;
      const error = await fails(append, { code: 'import-failed' });
      assert.equal(error.cause, thrown);
      await fails(() => planmark.read(ada, 't'), { code: 'import-failed' });
      world.thrown = undefined;
      await isSound('stored');
      assert.equal(planmark.read(ada, 't').content, 'stored');
    }
  });

  it('may refuse with a capability error: the engine decides then', async () => {
    const access = () => {
      throw new CapabilityError('unavailable', 'half a pair \ud800');
    };
    const { planmark, append } = await opened({ access });
    await fails(append, { code: 'not-reachable' });
    await fails(() => planmark.read(ada, 't'), { code: 'not-reachable' });
  });

  it('must answer at once, and in the right type', async () => {
    for (const wrong of [Promise.resolve(true), 1, undefined, 'yes', null]) {
      const { append, isSound } = await opened({ access: () => /** @type {any} */ (wrong) });
      await fails(append, { code: 'import-failed', message: /true or false at once/ });
      await isSound('stored');
    }
    for (const wrong of [NaN, -1, 1.5, 2 ** 64, 5n, '1', Promise.resolve(1)]) {
      const { append, isSound } = await opened({ clock: () => /** @type {any} */ (wrong) });
      await fails(append, { code: 'import-failed', message: /whole milliseconds/ });
      await isSound('stored');
    }
  });

  it("may not call the engine that is calling it", async () => {
    /** @type {Planmark | undefined} */
    let outer;
    const access = () => outer?.read(ada, 't') !== undefined;
    const { planmark, append, isSound } = await opened({ access });
    outer = planmark;
    const error = await fails(append, { code: 'import-failed' });
    assert.equal(/** @type {PlanmarkError} */ (error.cause).code, 'nested-call');
    await isSound('stored');
  });
});

describe('a store', () => {
  it('may throw anywhere, and the caller learns what is known of the write', async () => {
    const { world, append, isSound } = await opened();
    const broken = new Error('broken');
    const throws = () => {
      throw broken;
    };
    for (const name of ['get', 'acquire', 'commit']) {
      world.change = () => ({ [name]: throws });
      /** @type {Effect} */
      const effect = name === 'commit' ? 'unknown' : 'nothing-written';
      await fails(append, { code: 'import-failed', effect, cause: broken });
      await isSound('stored');
    }
    world.change = (call) => ({
      commit: (scope, mutations) => {
        call.commit(scope, mutations);
        throw broken;
      },
    });
    await fails(append, { code: 'import-failed', effect: 'unknown', cause: broken });
    await isSound('stored\n\nadded');
  });

  it('may refuse a commit with every code, and only one of them leaves a doubt', async () => {
    const { world, append, isSound } = await opened({ leaseWaitMs: 0 });
    /** @type {CapabilityCode[]} */
    const codes = ['conflict', 'lease-ended', 'invalid', 'full', 'denied', 'corrupt', 'newer-format'];
    codes.push('unavailable', 'outcome-unknown', 'other', 'busy', 'exists', 'too-large', 'not-text');
    for (const code of codes) {
      world.change = () => ({
        commit: () => {
          throw new CapabilityError(code, 'inner secret');
        },
      });
      const error = await append().then(() => assert.fail(code), (error) => error);
      assert.equal(error.effect, code === 'outcome-unknown' ? 'unknown' : 'nothing-written', code);
      assert.doesNotMatch(error.message, /secret/);
      await isSound('stored');
    }
  });

  it('may hand over what is no cell: the engine is stopped, and the next call works', async () => {
    const { planmark, world, isSound } = await opened();
    const cell = { key: 'head', value: 'x', version: 1n };
    const wrong = [{ ...cell, value: 5 }, { ...cell, version: 'x' }, { ...cell, version: 2n ** 64n }];
    for (const answer of [...wrong, { ...cell, value: '\ud800' }, {}, 5]) {
      world.change = () => ({ get: () => /** @type {any} */ (answer) });
      await fails(() => planmark.read(ada, 't'), { code: 'engine-bad-data' });
      await isSound('stored');
      assert.equal(planmark.read(ada, 't').content, 'stored');
    }
  });

  it('may be in the way for a while: the call is made again', async () => {
    const { world, append, isSound } = await opened();
    let refusals = 3;
    world.change = (call) => ({
      commit: (scope, mutations) => {
        refusals -= 1;
        if (refusals >= 0) throw new CapabilityError('unavailable', 'later', { passing: true });
        call.commit(scope, mutations);
      },
    });
    await append();
    assert.equal(refusals, -1);
    await isSound('stored\n\nadded');
  });
});

/**
 * A Planmark on an engine that this test plays itself.
 *
 * @param {(imports: any) => Record<string, any>} functions
 * @param {string} [name] Of which interface the functions are.
 */
function played(functions, name = 'documents') {
  const counts = { started: 0 };
  /** @type {Component} */
  const component = {
    start: (imports) => {
      counts.started += 1;
      const exports = /** @type {any} */ ({ [name]: functions(imports) });
      return { exports, memoryBytes: () => counts.started * 40 * 1024 * 1024 };
    },
  };
  const engine = new Engine(component, { clock: Date.now, access: () => true });
  return { planmark: new Planmark(engine, memory(), 100), counts };
}

describe('an engine', () => {
  const scope = { kind: 'task', id: 't' };
  const mutations = [{ key: 'k', action: { tag: 'put', val: 'v' } }];
  const write = (/** @type {Planmark} */ planmark) => planmark.create(context, { task: 't', content: 'x' });

  it('that reports a write that the store does not have is not believed', async () => {
    const { planmark } = played(() => ({ create: () => ({}) }));
    await fails(() => write(planmark), { code: 'engine-false-report' });
  });

  it('that reports a change of a session is believed only with its commit', async () => {
    const answers = { replayed: { changed: true, replayed: true }, same: { changed: false, replayed: false } };
    const session = { caller: ada, session: 's' };
    const scope = { kind: 'session', id: 's' };
    let commits = false;
    let answer = {};
    let turn = 0;
    const tick = (/** @type {any} */ imports) => () => {
      imports['planmark:engine/locking'].acquire(scope);
      const fresh = [{ ...mutations[0], key: `k${(turn += 1)}` }];
      if (commits) imports['planmark:engine/storage'].commit(scope, fresh);
      return answer;
    };
    const { planmark } = played((imports) => ({ tick: tick(imports), save: tick(imports) }), 'tracker');
    for (answer of Object.values(answers)) assert.deepEqual(await planmark.tracker.tick(session, {}), answer);
    answer = answers.replayed;
    assert.deepEqual(await planmark.tracker.save(session, 'p', 'x'), answer);
    answer = { changed: true, replayed: false };
    await fails(() => planmark.tracker.tick(session, {}), { code: 'engine-false-report' });
    await fails(() => planmark.tracker.save(session, 'p', 'x'), { code: 'engine-false-report' });
    commits = true;
    assert.deepEqual(await planmark.tracker.tick(session, {}), answer);
    answer = answers.same;
    const lie = { code: 'engine-false-report', effect: /** @type {Effect} */ ('written') };
    await fails(() => planmark.tracker.tick(session, {}), lie);
    const named = { ...session, request: 'r' };
    assert.deepEqual(await planmark.tracker.tick(named, {}), answer, 'an answer may be stored, to be given again');
    answer = answers.replayed;
    await fails(() => planmark.tracker.tick(named, {}), lie);
  });

  it('that reports what the runtime recorded is believed only with its commit', async () => {
    const session = { caller: ada, session: 's' };
    const seat = /** @type {const} */ ({ client: 'pi', readTool: 'r', tickTool: 't' });
    const key = { closure: 'c', generation: 1 };
    /** @type {any} */
    let answer;
    let commits = false;
    const record = (/** @type {any} */ imports) => () => {
      imports['planmark:engine/locking'].acquire(scope);
      if (commits) imports['planmark:engine/storage'].commit(scope, mutations);
      return answer;
    };
    /** @type {[any, any, (runtime: ContinueRuntime) => Promise<unknown>][]} */
    const calls = [
      [{ changed: true }, { changed: false }, (of) => of.read(session, seat, { key, identityDigest: '' })],
      [{ changed: true }, { changed: false }, (of) => of.reconcile(session, key, seat, { lifecycle: 'absent' })],
      [{ changed: true, replayed: false }, { changed: false, replayed: false }, (of) => of.seal(session, key)],
      [true, false, (of) => of.turnBegins(session, 'prompt')],
      [true, false, (of) => of.afterCall(session, seat, { name: 'x', arguments: '{}' }, '')],
      [{ tag: 'continue', val: 'on' }, { tag: 'rest' }, (of) => of.turnEnds(session, seat, { alreadyContinued: false })],
    ];
    for (const [changed, same, call] of calls) {
      const names = ['read', 'reconcile', 'seal', 'turnBegins', 'afterCall', 'turnEnds'];
      const make = () => {
        const of = (/** @type {any} */ imports) => Object.fromEntries(names.map((name) => [name, record(imports)]));
        return call(played(of, 'runtime').planmark.runtime);
      };
      [answer, commits] = [same, false];
      await make();
      answer = changed;
      await fails(make, { code: 'engine-false-report' });
      commits = true;
      await make();
      answer = same;
      await fails(make, { code: 'engine-false-report', effect: 'written' });
    }
  });

  it('whose tool reports a change is believed only with its commit', async () => {
    let answer = { changed: false };
    const { planmark } = played(() => ({ call: () => answer }), 'agentTools');
    assert.deepEqual(await planmark.callTool(context, 'a', {}), answer);
    answer = { changed: true };
    await fails(() => planmark.callTool(context, 'a', {}), { code: 'engine-false-report' });
  });

  it('that says nothing changed, after a commit that nobody knows the end of, is not believed', async () => {
    const inner = memory();
    const store = {
      begin: () => Object.assign(inner.begin(), {
        commit: () => {
          throw new CapabilityError('outcome-unknown', 'no answer');
        },
      }),
      close: () => {},
    };
    /** @type {Component} */
    const component = {
      start: (/** @type {any} */ imports) => ({
        exports: /** @type {any} */ ({
          tracker: {
            tick: () => {
              imports['planmark:engine/storage'].commit(scope, mutations);
              return { changed: false, replayed: false };
            },
          },
        }),
        memoryBytes: () => 0,
      }),
    };
    const planmark = new Planmark(new Engine(component, { clock: Date.now, access: () => true }), store, 100);
    const tick = () => planmark.tracker.tick({ caller: ada, session: 's' }, {});
    await fails(tick, { code: 'engine-false-report', effect: 'unknown' });
  });

  it('that traps is replaced, and the effect is what the store knows', async () => {
    const trap = new WebAssembly.RuntimeError('unreachable');
    let commits = false;
    const { planmark, counts } = played((imports) => ({
      create: () => {
        imports['planmark:engine/locking'].acquire(scope);
        if (commits) imports['planmark:engine/storage'].commit(scope, mutations);
        throw trap;
      },
    }));
    await fails(() => write(planmark), { code: 'engine-trapped', cause: trap });
    commits = true;
    await fails(() => write(planmark), { code: 'engine-trapped', effect: 'written', cause: trap });
    assert.equal(counts.started, 2);
  });

  it("gets one commit, and its own word on the effect doesn't count", async () => {
    const { planmark } = played((imports) => ({
      create: () => {
        imports['planmark:engine/locking'].acquire(scope);
        imports['planmark:engine/storage'].commit(scope, mutations);
        const second = imports['planmark:engine/storage'].commit(scope, mutations);
        assert.equal(second.val.code, 'lease-ended');
        throw { code: 'write-conflict', message: 'm', next: 'N.', effect: 'nothing-written' };
      },
    }));
    await fails(() => write(planmark), { code: 'write-conflict', effect: 'written' });
  });

  it('whose memory has grown large is replaced', () => {
    const { planmark, counts } = played(() => ({ read: () => ({}) }));
    planmark.read(ada, 't');
    planmark.read(ada, 't');
    assert.equal(counts.started, 1, '40 MiB are kept');
    counts.started = 2;
    planmark.read(ada, 't');
    planmark.read(ada, 't');
    assert.equal(counts.started, 3, 'what had grown to 80 MiB is not');
  });
});

describe('arguments', () => {
  /** @type {any[]} */
  const notText = [undefined, null, 5, {}, [], true];
  /** @type {any[]} */
  const notU32 = [2 ** 32, -1, 1.5, NaN, Infinity, '5', 5n, null, 2 ** 64];

  it('that are no Unicode are refused, never altered', async () => {
    const { planmark: p, isSound } = await opened();
    const half = 'a\ud800b';
    /** @type {[string, () => unknown][]} */
    const calls = [
      ['task', () => p.create(context, { task: half, content: 'x' })],
      ['title', () => p.create(context, { task: 't', title: half, content: 'x' })],
      ['content', () => p.update(context, { task: 't', content: half })],
      ['mode', () => p.update(context, { task: 't', content: 'x', mode: half })],
      ['expectedVersion', () => p.update(context, { task: 't', content: 'x', expectedVersion: half })],
      ['find', () => p.edit(context, { task: 't', find: half })],
      ['replacement', () => p.edit(context, { task: 't', find: 'x', replacement: half })],
      ['content', () => p.save(context, { task: 't', content: half })],
      ['caller.name', () => p.read({ kind: 'agent', name: half }, 't')],
      ['task', () => p.read(ada, half)],
      ['from', () => p.list(ada, half, 1)],
      ['stored', () => p.preview.compose(half, 'x')],
      ['fragment', () => p.preview.compose('x', `${half}\udc00`)],
      ['text', () => p.preview.inspect(half)],
      ['session', () => p.tracker.tasks(half)],
      ['request', () => p.tracker.tick({ caller: ada, session: 's', request: half }, { title: 'x' })],
      ['reference.title', () => p.tracker.tick({ caller: ada, session: 's' }, { title: half })],
      ['text', () => p.tracker.save({ caller: ada, session: 's' }, 'p', half)],
      ['branch.event.activate', () => p.preview.fold([{ id: '1', atMs: 0, event: { activate: half } }])],
      ['done', () => p.preview.resolve([], [half], { title: 'x' })],
      ['suffix', () => p.tools({ suffix: half })],
      ['args', () => p.callTool(context, 'x', half)],
    ];
    for (const [name, call] of calls) {
      const error = await fails(call, { code: 'not-utf-8' });
      assert.ok(error.message.startsWith(`"${name}"`), error.message);
    }
    await isSound('stored');
    assert.equal(p.preview.compose('a\ud83d\ude00', 'b').text, 'a😀\n\nb');
  });

  it('of the wrong type or size are refused', async () => {
    const { planmark: p, isSound } = await opened();
    const invalid = { code: 'invalid-argument' };
    for (const wrong of notText) {
      await fails(() => p.read(ada, wrong), invalid);
      await fails(() => p.preview.compose(wrong, 'x'), invalid);
      await fails(() => p.delete(context, { task: wrong }), invalid);
      if (wrong === undefined) continue;
      await fails(() => p.update(context, { task: 't', content: wrong }), invalid);
      await fails(() => p.update(context, { task: 't', content: 'x', expectedVersion: wrong }), invalid);
    }
    for (const wrong of notU32) {
      await fails(() => p.list(ada, '', wrong), invalid);
      await fails(() => p.revisions(ada, 't', wrong, 1), invalid);
      await fails(() => p.steps(ada, 't', wrong, 1, 1), invalid);
      await fails(() => p.readPast(ada, 't', { revision: wrong }), invalid);
      await fails(() => p.restore(context, { task: 't', point: { position: wrong } }), invalid);
    }
    for (const wrong of /** @type {any[]} */ ([2 ** 64, 2 ** 53, NaN, 1.5, '5', 5n, null])) {
      await fails(() => p.create({ caller: ada, coalesceWindowMs: wrong }, { task: 't', content: 'x' }), invalid);
    }
    for (const wrong of notText) {
      await fails(() => p.tracker.describe(wrong), invalid);
      await fails(() => p.tracker.save({ caller: ada, session: 's' }, 'p', wrong), invalid);
      await fails(() => p.preview.parse(wrong), invalid);
      await fails(() => p.callTool(context, wrong, {}), invalid);
    }
    for (const wrong of notText) {
      await fails(() => p.runtime.roots(wrong), invalid);
      await fails(() => p.runtime.guardLine('s', wrong), invalid);
      await fails(() => p.preview.guardLine({ branch: [], bodies: [] }, wrong), invalid);
    }
    for (const wrong of notU32) {
      await fails(() => p.runtime.seal({ caller: ada, session: 's' }, { closure: 'c', generation: wrong }), invalid);
      await fails(() => p.tracker.sessions('', wrong), invalid);
      await fails(() => p.tracker.navigate({ caller: ada, session: 's' }, wrong), invalid);
    }
    for (const wrong of /** @type {any[]} */ ([-1, 2 ** 53, 1.5, '5', null, undefined])) {
      await fails(() => p.preview.save('p', 'x', undefined, wrong), invalid);
      await fails(() => p.preview.fold([{ id: '1', atMs: wrong, event: { clear: 'p' } }]), invalid);
    }
    await isSound('stored');
  });

  it('never stop the engine, however large a text is', async () => {
    const { planmark: p, isSound } = await opened();
    for (const bytes of [4 << 20, (4 << 20) + 1, 80 << 20]) {
      const text = 'a'.repeat(bytes);
      const error = await fails(() => p.update(context, { task: 't', content: text }), { code: 'content-too-large' });
      assert.equal(error.facts.bytes, bytes);
      await fails(() => p.read(ada, text), { code: bytes > 4 << 20 ? 'content-too-large' : 'invalid-task-id' });
      await fails(() => p.preview.compose(text, text), { code: 'content-too-large' });
    }
    await isSound('stored');
  });

  it('of another shape are refused', async () => {
    const { planmark: p, isSound } = await opened();
    const invalid = { code: 'invalid-argument' };
    /** @type {any[]} */
    const events = [undefined, {}, 'clear', { clear: 'p', mode: 'plan' }, { mode: 'think' }, { end: 'p' }, { tick: 'p' }];
    for (const event of events) await fails(() => p.preview.fold([{ id: '1', atMs: 0, event }]), invalid);
    /** @type {any[]} */
    const requests = [undefined, {}, 'seal', { seal: 'c' }, { cutover: true }, { block: {}, seal: {} }, { end: {} }];
    for (const request of requests) await fails(() => p.preview.changeRoot({ branch: [], bodies: [] }, request), invalid);
    /** @type {any[]} */
    const logs = [undefined, [], {}, { branch: [] }, { branch: {}, bodies: [] }, { branch: [], bodies: [], leaf: '1' }];
    for (const log of logs) await fails(() => p.preview.roots(log), invalid);
    /** @type {any[]} */
    const offers = [null, { profiles: 'all' }, { profiles: ['all'] }, { names: 'mine' }, { tools: [] }];
    for (const offer of offers) await fails(() => p.tools(offer), invalid);
    for (const args of /** @type {any[]} */ ([undefined, 7, true])) await fails(() => p.callTool(context, 'x', args), invalid);
    const session = /** @type {any} */ ({ caller: ada, session: 's', task: 't' });
    await fails(() => p.tracker.tick(session, { title: 'x' }), invalid);
    await fails(() => p.tracker.collect('s', /** @type {any} */ ('no')), invalid);
    /** @type {any[]} */
    const callers = [undefined, null, 'ada', [], { kind: 'robot', name: 'x' }, { name: 'x' }, { ...ada, id: 1 }];
    for (const caller of callers) {
      await fails(() => p.read(caller, 't'), invalid);
      await fails(() => p.create({ caller }, { task: 't', content: 'x' }), invalid);
    }
    /** @type {any[]} */
    const points = [undefined, {}, { revision: 1, position: 1 }, 1, { tag: 'revision', val: 1 }];
    for (const point of points) await fails(() => p.readPast(ada, 't', point), invalid);
    const misspelt = /** @type {any} */ ({ task: 't', content: 'x', expected_version: 'stale' });
    await fails(() => p.update(context, misspelt), { ...invalid, message: /no field "expected_version"/ });
    await isSound('stored');
  });

  it('of open are checked', async () => {
    /** @type {any[]} */
    const wrong = [undefined, {}, { home: '' }, { home: 5 }, { home: '/x', store: memory() }, { stor: memory() }];
    wrong.push({ store: memory(), clock: 5 }, { store: memory(), access: true }, { store: memory(), leaseWaitMs: -1 });
    wrong.push({ store: 5 }, { store: {} }, { store: null }, { store: memory(), leaseWaitMs: '5' }, { home: 'a\0b' });
    for (const options of wrong) await fails(() => open(options), { code: 'invalid-argument' });
  });
});

it('a Planmark that was closed says so', async () => {
  const planmark = await open({ store: memory() });
  planmark.close();
  planmark.close();
  await fails(() => planmark.read(ada, 't'), { code: 'closed' });
  await fails(() => planmark.create(context, { task: 't', content: 'x' }), { code: 'closed' });
  assert.equal(planmark.preview.compose('a', 'b').text, 'a\n\nb');
});

it('a refusal carries its facts', async () => {
  const planmark = await open({ store: memory() });
  const { version } = await planmark.create(context, { task: 't', content: 'aXaXa' });
  const large = await fails(() => planmark.save(context, { task: 't', content: 'x'.repeat(262_145) }), {
    code: 'content-too-large',
  });
  assert.deepEqual(large.facts, { bytes: 262_145, limit: 262_144 });
  const twice = { task: 't', find: 'aXa', expectedVersion: version };
  const ambiguous = await fails(() => planmark.edit(context, twice), { code: 'find-ambiguous' });
  assert.deepEqual(ambiguous.facts, { occurrences: 2 });
  const late = { task: 't', content: 'x', expectedVersion: 'old' };
  const stale = await fails(() => planmark.update(context, late), { code: 'version-conflict' });
  assert.deepEqual(stale.facts, { currentVersion: version });
});
