/** Scans of cells and listings of scopes: order, bounds, pages. */

import assert from 'node:assert/strict';

import { check, put, refuses, remove, session, task } from './fixture.js';

/** @import { CellPage } from '../../src/types.js' */
/** @import { Fixture } from './fixture.js' */

const T = task('t');

/** @param {CellPage} page */
const keys = (page) => page.cells.map(({ key }) => key);

/**
 * @param {Fixture} store
 * @param {string[]} keys
 */
function fill(store, keys) {
  const mutations = keys.map((key) => put(key, undefined, key));
  store.commit(T, mutations);
}

/**
 * The keys of each page, from the first to the last.
 *
 * @param {Fixture} store
 * @param {string} prefix
 * @param {number} limit
 * @returns {string[][]}
 */
function pagesOf(store, prefix, limit, from = '') {
  const page = store.with((call) => call.scan(T, prefix, from, limit));
  const rest = page.next === undefined ? [] : pagesOf(store, prefix, limit, page.next);
  return [keys(page), ...rest];
}

/** @type {Record<string, (store: Fixture) => void>} */
export const scans = {
  'cells come in byte order'(store) {
    fill(store, ['b', 'B', 'a', '~', '!', '10', '9', 'a/1', 'a!', 'aa']);
    const page = store.with((call) => call.scan(T, '', '', 100));
    assert.deepEqual(keys(page), ['!', '10', '9', 'B', 'a', 'a!', 'a/1', 'aa', 'b', '~']);
    assert.ok(page.cells.every((cell) => cell.value === cell.key && cell.version >= 1n));
    assert.equal(page.next, undefined);
  },

  'a prefix selects every key that starts with it'(store) {
    const seg = ['seg', 'seg/', 'seg/1', 'seg/~', 'seg/~~', 'seg0', 'sef/9', 'SEG/1'];
    fill(store, [...seg, 's%', 's%1', 's_1', 'sx1']);
    const found = (/** @type {string} */ prefix, scope = T) =>
      store.with((call) => keys(call.scan(scope, prefix, '', 100)));
    assert.deepEqual(found('seg/'), ['seg/', 'seg/1', 'seg/~', 'seg/~~']);
    assert.deepEqual(found('s%'), ['s%', 's%1']);
    assert.deepEqual(found('s_'), ['s_1']);
    assert.deepEqual(found('none'), []);
    assert.deepEqual(found('', task('other')), []);
  },

  'a scan starts at from'(store) {
    fill(store, ['a/1', 'a/2', 'a/4', 'b/1']);
    const found = (/** @type {string} */ prefix, /** @type {string} */ from) =>
      store.with((call) => keys(call.scan(T, prefix, from, 100)));
    assert.deepEqual(found('a/', 'a/2'), ['a/2', 'a/4']);
    assert.deepEqual(found('a/', 'a/3'), ['a/4']);
    assert.deepEqual(found('a/', 'A'), ['a/1', 'a/2', 'a/4']);
    assert.deepEqual(found('a/', 'b/1'), []);
    assert.deepEqual(found('', 'a/4'), ['a/4', 'b/1']);
  },

  'pages join without gap or overlap'(store) {
    const all = Array.from({ length: 20 }, (_, index) => `k/${String(index).padStart(3, '0')}`);
    fill(store, all);
    for (const limit of [1, 3, 19, 20, 21, 1_000]) {
      const pages = pagesOf(store, 'k/', limit);
      assert.ok(pages.every((page) => page.length <= limit));
      assert.deepEqual(pages.flat(), all, `limit ${limit}`);
    }
  },

  'a page ends before it grows too large'(store) {
    const half = 'h'.repeat((1 << 19) - 1);
    store.commit(T, [put('a', undefined, half), put('b', undefined, half), put('c', undefined, '')]);
    const full = store.with((call) => call.scan(T, '', '', 10));
    assert.deepEqual([keys(full), full.next], [['a', 'b'], 'c'], 'the page is full to the byte');
    store.commit(T, [put('b', store.get(T, 'b')?.version, `${half}h`)]);
    const over = store.with((call) => call.scan(T, '', '', 10));
    assert.deepEqual([keys(over), over.next], [['a'], 'b'], 'one byte too many');
  },

  'a cell larger than a page has one alone'(store) {
    const large = 'v'.repeat(1 << 20);
    store.commit(T, [put('a', undefined, '1'), put('b', undefined, large), put('c', undefined, '3')]);
    assert.deepEqual(pagesOf(store, '', 10), [['a'], ['b'], ['c']]);
  },

  'limits outside 1 to 1000 are invalid'(store) {
    store.with((call) => {
      for (const limit of [0, 1_001, 0xffff_ffff]) {
        refuses('invalid', () => call.scan(T, '', '', limit));
        refuses('invalid', () => call.scopes('task', '', limit));
        refuses('invalid', () => call.listBodies('s', '', limit));
      }
      call.scan(T, '', '', 1_000);
      call.scopes('task', '', 1_000);
      call.listBodies('s', '', 1_000);
    });
  },

  'malformed bounds are invalid'(store) {
    store.with((call) => {
      for (const bound of [' ', 'a b', '\0', 'é', '\u007f', 'k'.repeat(513)]) {
        refuses('invalid', () => call.scan(T, bound, '', 1), bound);
        refuses('invalid', () => call.scan(T, '', bound, 1), bound);
        refuses('invalid', () => call.scopes('task', bound, 1), bound);
        refuses('invalid', () => call.listBodies('s', bound, 1), bound);
      }
    });
  },

  'scopes come in byte order and pages'(store) {
    for (const id of ['b', 'a', 'B', 'a/1', '~', '10', '9']) store.put(task(id), 'k', 'v');
    const list = (/** @type {string} */ from, /** @type {number} */ limit) =>
      store.with((call) => {
        const { ids, next } = call.scopes('task', from, limit);
        return [ids.join(' '), next];
      });
    assert.deepEqual(list('', 100), ['10 9 B a a/1 b ~', undefined]);
    assert.deepEqual(list('', 3), ['10 9 B', 'a']);
    assert.deepEqual(list('a', 3), ['a a/1 b', '~']);
    assert.deepEqual(list('a/', 3), ['a/1 b ~', undefined]);
    assert.deepEqual(list('~~', 3), ['', undefined]);
  },

  'kinds of scopes are listed apart'(store) {
    store.put(T, 'k', 'v');
    store.put(session('s'), 'k', 'v');
    store.with((call) => {
      assert.deepEqual(call.scopes('task', '', 10).ids, ['t']);
      assert.deepEqual(call.scopes('session', '', 10).ids, ['s']);
    });
  },

  'a scope without cells is not listed'(store) {
    const listed = () => store.with((call) => call.scopes('task', '', 10).ids);
    store.commit(T, [check('k')]);
    assert.deepEqual(listed(), []);
    const version = store.put(T, 'k', 'v');
    assert.deepEqual(listed(), ['t']);
    store.commit(T, [remove('k', version)]);
    assert.deepEqual(listed(), []);
    store.put(T, 'k', 'v');
    assert.deepEqual(listed(), ['t']);
  },
};
