/** Single cells: values, versions, keys, scopes. */

import assert from 'node:assert/strict';

import { put, refuses, remove, session, task } from './fixture.js';

/** @import { Fixture } from './fixture.js' */

const T = task('t');

/** @type {Record<string, (store: Fixture) => void>} */
export const cells = {
  'an absent cell is none'(store) {
    assert.equal(store.get(T, 'head'), undefined);
    store.put(T, 'other', 'x');
    assert.equal(store.get(T, 'head'), undefined);
  },

  'a value comes back byte for byte'(store) {
    const values = ['', '\0', 'a\0b', 'a\r\nb\rc\n', '\ufeffx', 'zażółć 計画 🗺️ e\u0301', '\u{10ffff}'];
    for (const [index, value] of values.entries()) {
      store.put(T, `k${index}`, value);
      assert.deepEqual(store.get(T, `k${index}`)?.value, value);
    }
  },

  'versions start at one or later and grow'(store) {
    let version = store.put(T, 'k', '0');
    assert.ok(version >= 1n);
    for (let round = 1; round < 5; round += 1) {
      store.commit(T, [put('k', version, 'x')]);
      const next = store.get(T, 'k')?.version ?? 0n;
      assert.ok(next > version, `${next} after ${version}`);
      version = next;
    }
  },

  'no version is used again after a remove'(store) {
    /** @type {bigint[]} */
    const seen = [];
    for (let round = 0; round < 4; round += 1) {
      const version = store.put(T, 'k', 'the same');
      assert.ok(!seen.includes(version), `${version} was given before`);
      seen.push(version);
      store.commit(T, [remove('k', version)]);
    }
    const last = store.put(T, 'k', 'the same');
    for (const old of seen) refuses('conflict', () => store.commit(T, [put('k', old, 'late')]));
    assert.equal(store.get(T, 'k')?.version, last);
  },

  'scopes are apart'(store) {
    const scopes = [task('a'), session('a'), task('ab'), task('A')];
    for (const scope of scopes) store.put(scope, 'k', JSON.stringify(scope));
    for (const scope of scopes) assert.equal(store.get(scope, 'k')?.value, JSON.stringify(scope));
  },

  'malformed scopes are invalid'(store) {
    const tasks = ['', ' ', 'a b', 'a\0', 'a\n', 'é', '\u007f', 'x'.repeat(257)].map(task);
    const sessions = ['', '.', '..', '.a', '-a', 'a/b', 'a\\b', 'a b', 'é', 'a.', 'a\n', 'con', 'nul.txt']
      .concat('x'.repeat(129))
      .map(session);
    for (const scope of [...tasks, ...sessions]) {
      store.with((call) => {
        const about = JSON.stringify(scope);
        refuses('invalid', () => call.get(scope, 'k'), about);
        refuses('invalid', () => call.scan(scope, '', '', 1), about);
        refuses('invalid', () => call.acquire(scope), about);
        refuses('invalid', () => call.commit(scope, [put('k', undefined, 'v')]), about);
      });
    }
  },

  'the longest ids are valid'(store) {
    const every = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('');
    const scopes = [task('t'.repeat(256)), task(every), session('s'.repeat(128)), session('0._-'), session('com0')];
    for (const scope of scopes) {
      store.put(scope, 'k', 'v');
      assert.ok(store.get(scope, 'k'), scope.id);
    }
  },

  'malformed keys are invalid'(store) {
    for (const key of ['', ' ', 'a b', 'a\0b', 'a\n', 'é', '\u007f', 'k'.repeat(513)]) {
      refuses('invalid', () => store.get(T, key), key);
      refuses('invalid', () => store.commit(T, [put(key, undefined, 'v')]), key);
    }
  },

  'the largest key and value fit'(store) {
    const [key, value] = ['~'.repeat(512), 'v'.repeat(1 << 20)];
    store.put(T, key, value);
    assert.equal(store.get(T, key)?.value.length, 1 << 20);
    refuses('invalid', () => store.commit(T, [put('k', undefined, `${value}v`)]));
    refuses('invalid', () => store.commit(T, [put('k', undefined, 'é'.repeat((1 << 19) + 1))]));
    assert.equal(store.get(T, 'k'), undefined);
  },
};
