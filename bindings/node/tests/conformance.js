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

import { CapabilityError, Preview, memory, open } from '../src/index.js';
import { runPlans } from './plans.js';
import { runPure } from './pure.js';
import { call, everything, expand, jsonOf, judge, portable } from './script.js';

/**
 * @import { Author, Reach } from '../src/types.js'
 * @import { Planmark } from '../src/index.js'
 * @import { Result } from './pure.js'
 * @import { Line } from './script.js'
 */

export const VECTORS = fileURLToPath(new URL('../../../tests/vectors/', import.meta.url));

const FILES = [
  'compose.json',
  'compose-random.json',
  'documents.json',
  'parse.json',
  'resolve.json',
  'plans.json',
  'tools.json',
  'tracker.json',
];
const STORES = /** @type {const} */ (['memory', 'sqlite']);

/** @typedef {'memory' | 'sqlite'} Store */

/** When scripts begin. */
const EPOCH_MS = 1_700_000_000_000;

/**
 * Runs one file of vectors, each script on an empty store; a pure function touches none.
 *
 * @param {string} file
 * @param {Store} store
 * @returns {Promise<Result[]>}
 */
export async function runFile(file, store) {
  const vectors = JSON.parse(readFileSync(join(VECTORS, file), 'utf8'));
  if (file === 'tools-list.json') return listTools(vectors.cases);
  const preview = await Preview.load();
  /** @type {Result[]} */
  const results = [];
  if (file === 'plans.json') {
    return vectors.cases.map((/** @type {any} */ script) => runPlans(preview, script));
  }
  for (const each of vectors.cases) {
    results.push(each.steps ? await runOnEmpty(store, each) : runPure(preview, each, vectors));
  }
  return results;
}

/** @typedef {{ planmark: Planmark, world: { now: number, deny: string }, close: () => void }} Host */

/**
 * A Planmark on an empty store, with a clock and an access rule that a script sets.
 *
 * @param {Store} store
 * @returns {Promise<Host>}
 */
async function openHost(store) {
  const world = { now: EPOCH_MS, deny: '' };
  const clock = () => world.now;
  const access = (/** @type {Author} */ _caller, /** @type {string} */ _task, /** @type {Reach} */ reach) => {
    if (world.deny === 'fail') throw new CapabilityError('unavailable', "the access rule can't be asked");
    return world.deny !== 'all' && world.deny !== reach;
  };
  if (store === 'memory') {
    const planmark = await open({ store: memory(), clock, access });
    return { planmark, world, close: () => planmark.close() };
  }
  const home = mkdtempSync(join(tmpdir(), 'planmark-vectors-'));
  const planmark = await open({ home, clock, access });
  const close = () => {
    planmark.close();
    rmSync(home, { recursive: true });
  };
  return { planmark, world, close };
}

/**
 * The tools of offers: of each the offer, its instructions, and each tool, word for word.
 *
 * @param {Record<string, any[]>} cases
 * @returns {Promise<Result[]>}
 */
async function listTools(cases) {
  const planmark = await open({ store: memory() });
  return Object.entries(cases).map(([name, [offer, ...wanted]]) => {
    const given = [planmark.toolInstructions(offer), ...planmark.tools(offer).map(jsonOf)];
    const isSame = JSON.stringify(portable(given)) === JSON.stringify(portable(wanted));
    return { name, broken: isSame ? undefined : 'the tools differ from those stored', given: portable([offer, ...given]) };
  });
}

/**
 * @param {Store} store
 * @param {{ name: string, steps: Line[] }} script
 */
async function runOnEmpty(store, script) {
  const host = await openHost(store);
  try {
    return await runScript(host, script);
  } finally {
    host.close();
  }
}

/**
 * @param {Host} host
 * @param {{ name: string, steps: Line[] }} script
 * @returns {Promise<Result>}
 */
async function runScript({ planmark, world }, { name, steps }) {
  const versions = new Map();
  const given = [];
  /** @type {string | undefined} */
  let broken;
  for (const [index, line] of steps.entries()) {
    if (line.at !== undefined) world.now = EPOCH_MS + line.at;
    const args = expand(line.args ?? {}, versions);
    const before = line.failure && (await everything(planmark, line, args));
    world.deny = line.deny ?? '';
    const answered = await call(planmark, line, args);
    world.deny = '';
    const changed = before !== undefined && before !== (await everything(planmark, line, args));
    const wrong = judge(line, answered, versions) ?? (changed ? 'a refused call changed something' : undefined);
    broken ??= wrong && `call ${index + 1}: ${wrong}`;
    if (line.as && 'answer' in answered) versions.set(line.as, answered.answer.version);
    given.push(portable(answered));
  }
  return { name, broken, given };
}

/**
 * Runs the files on one store, tells the counts, and gives the answers and how many cases failed.
 *
 * @param {string[]} files
 * @param {Store} store
 */
async function runAll(files, store) {
  /** @type {Record<string, Record<string, any[]>>} */
  const answers = {};
  let failed = 0;
  for (const file of files) {
    const results = await runFile(file, store);
    const broken = results.filter((result) => result.broken !== undefined);
    for (const result of broken) console.error(`${file}: ${result.name}: ${result.broken}`);
    console.log(`conformance node ${store} ${file} passed ${results.length - broken.length} failed ${broken.length}`);
    failed += broken.length;
    answers[file] = Object.fromEntries(results.map((result) => [result.name, result.given]));
  }
  return { answers: JSON.stringify(portable(answers)), failed };
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
