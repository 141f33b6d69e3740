/** What a call sees, holds and commits. */

import assert from 'node:assert/strict';

import { check, put, refuses, remove, session, task } from './fixture.js';

/** @import { Fixture } from './fixture.js' */

const T = task('t');
const U = task('u');

/** @type {Record<string, (store: Fixture) => void>} */
export const snapshots = {
  'every read of a call sees one state'(store) {
    const version = store.put(T, 'a', 'old');
    store.with((call) => {
      assert.equal(call.get(T, 'a')?.value, 'old');
      store.commit(T, [put('a', version, 'new'), put('b', undefined, 'new')]);
      store.put(U, 'a', 'new');
      assert.equal(call.get(T, 'a')?.value, 'old');
      assert.equal(call.get(T, 'b'), undefined);
      assert.equal(call.get(U, 'a'), undefined);
      assert.equal(call.scan(T, '', '', 10).cells.length, 1);
      assert.deepEqual(call.scopes('task', '', 10).ids, ['t']);
    });
    store.with((next) => {
      assert.equal(next.scan(T, '', '', 10).cells.length, 2);
      assert.deepEqual(next.scopes('task', '', 10).ids, ['t', 'u']);
    });
  },

  'two snapshots differ, and neither changes'(store) {
    store.put(T, 'a', '1');
    const first = store.begin();
    assert.equal(first.scan(T, '', '', 10).cells.length, 1);
    store.put(T, 'b', '2');
    const second = store.begin();
    assert.equal(second.scan(T, '', '', 10).cells.length, 2);
    store.put(T, 'c', '3');
    assert.equal(first.scan(T, '', '', 10).cells.length, 1);
    assert.equal(second.scan(T, '', '', 10).cells.length, 2);
    first.end();
    second.end();
    assert.equal(store.with((call) => call.scan(T, '', '', 10).cells.length), 3);
  },

  'a snapshot begins with the first read'(store) {
    store.with((call) => {
      store.put(T, 'a', 'v');
      assert.ok(call.get(T, 'a'));
    });
  },

  'acquire starts a new snapshot'(store) {
    store.with((call) => {
      assert.equal(call.get(T, 'a'), undefined);
      store.put(T, 'a', 'v');
      call.acquire(T);
      assert.ok(call.get(T, 'a'));
      store.put(U, 'a', 'v');
      assert.equal(call.get(U, 'a'), undefined, 'the new snapshot is one as well');
    });
  },

  'a commit ends the snapshot'(store) {
    store.with((call) => {
      call.acquire(T);
      assert.equal(call.get(T, 'a'), undefined);
      call.commit(T, [put('a', undefined, 'v')]);
      assert.ok(call.get(T, 'a'));
    });
  },
};

/** @type {Record<string, (store: Fixture) => void>} */
export const leases = {
  'a lease excludes until the commit'(store) {
    store.with((holder) => {
      holder.acquire(T);
      refuses('busy', () => store.with((call) => call.acquire(T)));
      holder.commit(T, [put('k', undefined, 'v')]);
      store.with((call) => call.acquire(T));
    });
  },

  'a lease ends with the call'(store) {
    store.with((holder) => {
      holder.acquire(T);
      refuses('busy', () => store.with((call) => call.acquire(T)));
    });
    store.with((call) => call.acquire(T));
    assert.equal(store.get(T, 'k'), undefined);
  },

  'a held scope answers busy at once'(store) {
    store.with((holder) => {
      holder.acquire(T);
      const start = performance.now();
      refuses('busy', () => store.with((call) => call.acquire(T)));
      assert.ok(performance.now() - start < 500);
      holder.commit(T, [put('k', undefined, 'v')]);
    });
  },

  'a held scope delays no other'(store) {
    store.with((holder) => {
      holder.acquire(T);
      for (let number = 0; number < 8; number += 1) store.put(task(`other-${number}`), 'k', 'v');
      assert.equal(store.get(T, 'k'), undefined, 'the held scope itself can be read');
    });
  },

  'a busy call may ask again'(store) {
    const holder = store.begin();
    holder.acquire(T);
    store.with((call) => {
      refuses('busy', () => call.acquire(T));
      holder.end();
      call.acquire(T);
      call.commit(T, [put('k', undefined, 'v')]);
    });
  },

  'a call gets one lease'(store) {
    store.with((call) => {
      call.acquire(T);
      refuses('invalid', () => call.acquire(U));
      refuses('invalid', () => call.acquire(T));
      call.commit(T, [put('k', undefined, 'v')]);
      refuses('invalid', () => call.acquire(T));
      refuses('lease-ended', () => call.commit(T, [put('l', undefined, 'v')]));
      store.with((other) => other.acquire(T));
    });
  },

  'a refused commit ends the lease too'(store) {
    store.put(T, 'k', 'v');
    const cases = /** @type {const} */ ([
      [T, put('k', undefined, 'x'), 'conflict'],
      [T, put('', undefined, 'x'), 'invalid'],
      [U, put('k', undefined, 'x'), 'lease-ended'],
    ]);
    for (const [scope, mutation, code] of cases) {
      store.with((call) => {
        call.acquire(T);
        refuses(code, () => call.commit(scope, [mutation]));
        refuses('lease-ended', () => call.commit(T, [put('l', undefined, 'x')]));
        store.with((other) => other.acquire(T));
      });
    }
    assert.equal(store.get(T, 'l'), undefined);
    assert.equal(store.get(U, 'k'), undefined);
  },

  'a commit needs the lease of its scope'(store) {
    store.with((call) => refuses('lease-ended', () => call.commit(T, [put('k', undefined, 'v')])));
    store.with((call) => {
      call.acquire(session('t'));
      refuses('lease-ended', () => call.commit(T, [put('k', undefined, 'v')]));
    });
    assert.equal(store.get(T, 'k'), undefined);
  },

  'an end without a beginning, and a second one, do nothing'(store) {
    const call = store.begin();
    call.end();
    call.end();
    store.put(T, 'k', 'v');
  },

  'reads need no lease'(store) {
    store.put(T, 'k', 'v');
    store.with((holder) => {
      holder.acquire(T);
      store.with((reader) => {
        assert.ok(reader.get(T, 'k'));
        assert.equal(reader.scan(T, '', '', 10).cells.length, 1);
      });
    });
  },
};

/** @type {Record<string, (store: Fixture) => void>} */
export const commits = {
  'a version that is not expected conflicts'(store) {
    const old = store.put(T, 'k', '1');
    store.commit(T, [put('k', old, '2')]);
    const before = store.get(T, 'k');
    const most = 0xffff_ffff_ffff_ffffn;
    const mutations = [put('k', undefined, 'x'), put('k', old, 'x'), put('k', most, 'x'), put('k', 0n, 'x')];
    mutations.push(put('absent', old, 'x'), remove('k', old), remove('absent', old), remove('k', most));
    mutations.push(check('k'), check('k', old), check('absent', old), check('absent', most));
    for (const mutation of mutations) {
      const about = `${mutation.key} ${mutation.expected} ${mutation.action.tag}`;
      refuses('conflict', () => store.commit(T, [mutation]), about);
    }
    assert.deepEqual(store.get(T, 'k'), before);
    assert.equal(store.get(T, 'absent'), undefined);
  },

  'a commit is all or none'(store) {
    const [a, b] = [store.put(T, 'a', '1'), store.put(T, 'b', '1')];
    const good = [put('a', a, '2'), remove('b', b), put('c', undefined, '2')];
    const values = () => ['a', 'b', 'c'].map((key) => store.get(T, key)?.value);
    for (let place = 0; place <= good.length; place += 1) {
      const mutations = good.toSpliced(place, 0, check('d', 7n));
      refuses('conflict', () => store.commit(T, mutations));
      assert.deepEqual(values(), ['1', '1', undefined], `place ${place}`);
    }
    store.commit(T, good);
    assert.deepEqual(values(), ['2', undefined, '2']);
  },

  'a check checks and changes nothing'(store) {
    const version = store.put(T, 'k', 'v');
    store.commit(T, [check('k', version), check('absent')]);
    assert.deepEqual(store.get(T, 'k'), { key: 'k', value: 'v', version });
    store.commit(T, [check('k', version), put('other', undefined, 'v')]);
    assert.equal(store.get(T, 'k')?.version, version);
    assert.ok(store.get(T, 'other'));
  },

  'a remove removes'(store) {
    const version = store.put(T, 'k', 'v');
    store.commit(T, [remove('k', version)]);
    assert.equal(store.get(T, 'k'), undefined);
    refuses('conflict', () => store.commit(T, [remove('k', version)]));
    store.commit(T, [put('k', undefined, 'v')]);
  },

  'malformed commits are invalid'(store) {
    const many = Array.from({ length: 65 }, (_, index) => put(`k${index}`, undefined, 'v'));
    const twice = [put('k', undefined, 'v'), put('l', undefined, 'v'), check('k')];
    const large = [put('k', undefined, 'v'), put('l', undefined, 'v'.repeat((1 << 20) + 1))];
    for (const mutations of [[], many, twice, [remove('k')], large]) {
      refuses('invalid', () => store.commit(T, mutations));
    }
    assert.deepEqual(store.with((call) => call.scan(T, '', '', 10)).cells, []);
  },

  'sixty-four mutations are one commit'(store) {
    const many = Array.from({ length: 64 }, (_, index) => put(`k${index}`, undefined, 'v'));
    store.commit(T, many);
    assert.equal(store.with((call) => call.scan(T, '', '', 100)).cells.length, 64);
  },
};
