/** The vectors, on both stores: what they say, and word for word what every other host answers. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

import { VECTORS, runFile } from './conformance.js';
import { portable } from './script.js';

for (const store of /** @type {const} */ (['memory', 'sqlite'])) {
  for (const name of ['documents', 'tools', 'tracker', 'runtime']) {
    it(`${name}.json on the ${store} store`, async () => {
      const results = await runFile(`${name}.json`, store);
      assert.deepEqual(results.filter(({ broken }) => broken !== undefined), []);
      const { cases } = JSON.parse(readFileSync(join(VECTORS, `${name}-answers.json`), 'utf8'));
      const given = Object.fromEntries(results.map((result) => [result.name, result.given]));
      assert.deepEqual(portable(given), portable(cases));
    });
  }
}

for (const [file, least] of /** @type {const} */ ([
  ['compose.json', 50],
  ['compose-random.json', 300],
  ['parse.json', 45],
  ['resolve.json', 25],
  ['plans.json', 15],
  ['tools-list.json', 4],
])) {
  it(file, async () => {
    const results = await runFile(file, 'memory');
    assert.deepEqual(results.filter(({ broken }) => broken !== undefined), []);
    assert.ok(results.length >= least);
  });
}
