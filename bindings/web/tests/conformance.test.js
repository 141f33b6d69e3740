/** The vectors in Chromium: what they say, and word for word what every other host answers. */

import assert from 'node:assert/strict';
import { it } from 'node:test';

import { vectorsOf } from '../../node/tests/conformance.js';
import { portable } from '../../node/tests/script.js';
import { FILES } from '../../node/tests/vectors.js';
import { runInChromium } from './conformance.js';

it('the vectors in Chromium answer what is stored', async () => {
  const { answers, counts } = await runInChromium([...FILES, 'runtime.json', 'tools-list.json']);
  assert.deepEqual(counts.flatMap(({ broken }) => broken), []);
  assert.ok(counts.every(({ passed }) => passed >= 4));
  const given = JSON.parse(answers);
  for (const name of ['documents', 'tools', 'tracker', 'runtime']) {
    assert.deepEqual(given[`${name}.json`], portable(vectorsOf(`${name}-answers.json`).cases));
  }
});
