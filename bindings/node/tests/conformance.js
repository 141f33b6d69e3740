/**
 * Runs the vectors in this host, and prints a line for each store and file with its counts.
 *
 * Usage: node tests/conformance.js [--store memory|sqlite]... [--json FILE] [VECTORS...]
 *
 * FILE gets, for each file and case, the list of answers in canonical JSON: the results of two hosts
 * are equal exactly when their bytes are. Ends with 1 when a case failed, or stores differ.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { memory, open } from '../src/index.js';
import { FILES, runVectors, summary } from './vectors.js';

/** @import { Result } from './pure.js' */
/** @import { OpenHost } from './vectors.js' */

export const VECTORS = fileURLToPath(new URL('../../../tests/vectors/', import.meta.url));

const STORES = /** @type {const} */ (['memory', 'sqlite']);

/** @typedef {'memory' | 'sqlite'} Store */

/** @type {Record<Store, OpenHost>} */
const OPEN = {
  memory: async (options) => {
    const planmark = await open({ store: memory(), ...options });
    return { planmark, close: () => planmark.close() };
  },
  sqlite: async (options) => {
    const home = mkdtempSync(join(tmpdir(), 'planmark-vectors-'));
    const planmark = await open({ home, ...options });
    const close = () => {
      planmark.close();
      rmSync(home, { recursive: true });
    };
    return { planmark, close };
  },
};

/** @param {string} file */
export function vectorsOf(file) {
  return JSON.parse(readFileSync(join(VECTORS, file), 'utf8'));
}

/**
 * Runs one file of vectors on a store.
 *
 * @param {string} file
 * @param {Store} store
 */
export function runFile(file, store) {
  return runVectors(file, vectorsOf(file), OPEN[store]);
}

/**
 * Tells the counts, and gives how many cases failed.
 *
 * @param {string} host
 * @param {ReturnType<typeof summary>} summed
 */
export function tell(host, { counts }) {
  for (const { file, passed, broken } of counts) {
    for (const result of broken) console.error(`${file}: ${result.name}: ${result.broken}`);
    console.log(`conformance ${host} ${file} passed ${passed} failed ${broken.length}`);
  }
  return counts.reduce((sum, { broken }) => sum + broken.length, 0);
}

/**
 * @param {string[]} files
 * @param {Store} store
 */
async function runAll(files, store) {
  /** @type {Record<string, Result[]>} */
  const results = {};
  for (const file of files) results[file] = await runFile(file, store);
  const summed = summary(results);
  return { answers: summed.answers, failed: tell(`node ${store}`, summed) };
}

async function main() {
  const options = /** @type {const} */ ({ store: { type: 'string', multiple: true }, json: { type: 'string' } });
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const stores = STORES.filter((store) => values.store?.includes(store) ?? true);
  const runs = [];
  for (const store of stores) runs.push(await runAll(positionals.length > 0 ? positionals : FILES, store));
  const [first, ...others] = runs;
  const differ = others.some(({ answers }) => answers !== first?.answers);
  if (differ) console.error('the stores answer otherwise');
  if (values.json && first) writeFileSync(values.json, first.answers);
  process.exitCode = differ || runs.some(({ failed }) => failed > 0) ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
