/** Saved plan bodies: immutable texts. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { put, refuses, task } from './fixture.js';

/** @import { Fixture } from './fixture.js' */

const MOST = 262_144;

/** @type {Record<string, (store: Fixture) => void>} */
export const bodies = {
  'a body comes back byte for byte'(store) {
    const texts = { a: 'x', b: '\ufeffa\r\nb\rc\0\n', c: '計画 🗺️', d: 'x'.repeat(MOST) };
    store.with((call) => {
      for (const [plan, text] of Object.entries(texts)) {
        const path = call.writeBody('s', plan, text);
        const body = call.readBody('s', plan);
        assert.equal(body?.text, text);
        assert.equal(body?.path, path);
        if (path) assert.ok(readFileSync(path).equals(Buffer.from(text)));
      }
    });
  },

  'the same bytes again succeed'(store) {
    const first = store.with((call) => call.writeBody('s', 'p', 'text'));
    assert.equal(store.with((call) => call.writeBody('s', 'p', 'text')), first);
  },

  'other bytes are refused'(store) {
    store.with((call) => {
      call.writeBody('s', 'p', 'text');
      for (const other of ['texts', 'tex', 'Text', 'text\n']) {
        refuses('exists', () => call.writeBody('s', 'p', other), other);
      }
      assert.equal(call.readBody('s', 'p')?.text, 'text');
      call.writeBody('other', 'p', "another session's");
    });
  },

  'an absent body is none'(store) {
    store.with((call) => {
      assert.equal(call.readBody('s', 'p'), undefined);
      assert.deepEqual(call.listBodies('s', '', 10).entries, []);
      call.writeBody('s', 'other', 'x');
      assert.equal(call.readBody('s', 'p'), undefined);
    });
  },

  'malformed ids are invalid'(store) {
    const bad = ['', '.', '..', '../x', 'a/b', 'a\\b', '/etc', '.hidden', '-a', 'a.', 'a b', 'a\0', 'é', 'CON'];
    for (const id of [...bad, 'nul.md', 'com1.x', 'a'.repeat(129)]) {
      store.with((call) => {
        refuses('invalid', () => call.writeBody(id, 'p', 'x'), id);
        refuses('invalid', () => call.writeBody('s', id, 'x'), id);
        refuses('invalid', () => call.readBody(id, 'p'), id);
        refuses('invalid', () => call.readBody('s', id), id);
        refuses('invalid', () => call.listBodies(id, '', 1), id);
        refuses('invalid', () => call.removeBody(id, 'p'), id);
        refuses('invalid', () => call.removeBody('s', id), id);
      });
    }
    store.with((call) => call.writeBody('a'.repeat(128), 'a'.repeat(128), 'x'));
  },

  'sizes outside 1 to 262144 are invalid'(store) {
    store.with((call) => {
      for (const text of ['', 'x'.repeat(MOST + 1), `${'é'.repeat(MOST / 2)}x`]) {
        refuses('invalid', () => call.writeBody('s', 'p', text));
      }
      assert.equal(call.readBody('s', 'p'), undefined);
    });
  },

  'bodies are listed in pages'(store) {
    store.with((call) => {
      for (const plan of ['b', 'a', '10', '9', 'a.1']) call.writeBody('s', plan, plan.repeat(3));
      call.writeBody('other', 'c', 'x');
      const list = (/** @type {string} */ from, /** @type {number} */ limit) => {
        const { entries, next } = call.listBodies('s', from, limit);
        return [entries.map(({ plan }) => plan).join(' '), next];
      };
      assert.deepEqual(list('', 10), ['10 9 a a.1 b', undefined]);
      assert.deepEqual(list('', 2), ['10 9', 'a']);
      assert.deepEqual(list('a', 2), ['a a.1', 'b']);
      assert.deepEqual(list('a.', 5), ['a.1 b', undefined]);
      assert.deepEqual(list('c', 5), ['', undefined]);
      const [entry] = call.listBodies('s', 'a.1', 1).entries;
      assert.equal(entry?.bytes, 9n);
      assert.ok(entry && entry.ageMs >= 0n && entry.ageMs < 60_000n);
    });
  },

  'a removed body is gone'(store) {
    store.with((call) => {
      call.removeBody('s', 'p');
      call.writeBody('s', 'p', 'old');
      call.writeBody('s', 'q', 'kept');
      call.removeBody('s', 'p');
      call.removeBody('s', 'p');
      assert.equal(call.readBody('s', 'p'), undefined);
      assert.equal(call.listBodies('s', '', 10).entries.length, 1);
      call.writeBody('s', 'p', 'new');
    });
  },

  "bodies need no lease and end none"(store) {
    store.with((call) => {
      call.acquire(task('t'));
      call.writeBody('s', 'p', 'x');
      call.commit(task('t'), [put('k', undefined, 'v')]);
    });
  },
};
