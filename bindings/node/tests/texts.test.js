/** Text crosses the boundary unchanged, and what mends the generated code notices a change in it. */

import assert from 'node:assert/strict';
import { it } from 'node:test';

import { repair } from '../repair.js';
import { memory, open } from '../src/index.js';

const TEXTS = ['\ufeffa', '\ufeff\ufeffa', 'a\0b', 'a\r\nb\rc', 'e\u0301 é 計画 🗺️', '\u{10ffff}', '\\n', 'x'.repeat(130_000)];

it('a text comes back as it was stored, from its first character on', async () => {
  for (const text of TEXTS) {
    const planmark = await open({ store: memory() });
    const name = `\ufeff${text.slice(0, 3).replace(/[\0\r\n]/g, '')}`;
    const caller = { kind: /** @type {const} */ ('agent'), name };
    const title = `\ufeff${name}`;
    const { bytes } = await planmark.create({ caller }, { task: 't', title, content: text });
    assert.equal(bytes, Buffer.byteLength(text));
    const plan = planmark.read(caller, 't');
    assert.deepEqual([plan.content, plan.title, plan.author], [text, title, caller]);
    const [stored, fragment] = [`${text}|`, `${text}|`];
    assert.equal(planmark.preview.compose(stored, fragment).text, `${stored}\n\n${fragment}`);
  }
});

it('generated code of another form is refused', () => {
  assert.throws(() => repair('const x = 1;'), /the generated code has changed/);
});
