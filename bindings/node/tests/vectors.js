/** Runs files of vectors on a Planmark of any platform: Node's, or a page's. */

import { CapabilityError, Preview } from '../src/index.js';
import { runPlans } from './plans.js';
import { runPure } from './pure.js';
import { call, everything, expand, jsonOf, judge, portable } from './script.js';

/**
 * @import { Author, Options, Reach } from '../src/types.js'
 * @import { Planmark } from '../src/index.js'
 * @import { Result } from './pure.js'
 * @import { Line } from './script.js'
 */

export const FILES = [
  'compose.json',
  'compose-random.json',
  'documents.json',
  'parse.json',
  'resolve.json',
  'plans.json',
  'tools.json',
  'tracker.json',
  'runtime.json',
];

/** When scripts begin. */
const EPOCH_MS = 1_700_000_000_000;

/**
 * A Planmark on an empty store, and its end.
 *
 * @typedef {{ planmark: Planmark, close: () => void }} Host
 */

/** @typedef {(options: Required<Pick<Options, 'clock' | 'access'>>) => Promise<Host>} OpenHost */

/**
 * Runs one file of vectors, each script on an empty store; a pure function touches none.
 *
 * @param {string} file
 * @param {any} vectors What is in it.
 * @param {OpenHost} openHost
 * @returns {Promise<Result[]>}
 */
export async function runVectors(file, vectors, openHost) {
  if (file === 'tools-list.json') return listTools(vectors.cases, openHost);
  const preview = await Preview.load();
  if (file === 'plans.json') {
    return vectors.cases.map((/** @type {any} */ script) => runPlans(preview, script));
  }
  /** @type {Result[]} */
  const results = [];
  for (const each of vectors.cases) {
    results.push(each.steps ? await runOnEmpty(openHost, each) : runPure(preview, each, vectors));
  }
  return results;
}

/**
 * What was broken, and the answers as canonical JSON.
 *
 * @param {Record<string, Result[]>} results By file.
 */
export function summary(results) {
  const answers = Object.entries(results).map(([file, of]) => [
    file,
    Object.fromEntries(of.map(({ name, given }) => [name, given])),
  ]);
  const counts = Object.entries(results).map(([file, of]) => {
    const broken = of.filter((result) => result.broken !== undefined);
    return { file, passed: of.length - broken.length, broken };
  });
  return { answers: JSON.stringify(portable(Object.fromEntries(answers))), counts };
}

/**
 * A Planmark whose clock and access rule a script sets.
 *
 * @param {OpenHost} openHost
 */
async function openWorld(openHost) {
  const world = { now: EPOCH_MS, deny: '' };
  const clock = () => world.now;
  const access = (/** @type {Author} */ _caller, /** @type {string} */ _task, /** @type {Reach} */ reach) => {
    if (world.deny === 'fail') throw new CapabilityError('unavailable', "the access rule can't be asked");
    return world.deny !== 'all' && world.deny !== reach;
  };
  return { ...(await openHost({ clock, access })), world };
}

/**
 * The tools of offers: of each the offer, its instructions, its prompts, what each of those asks of a
 * task, and each tool, word for word.
 *
 * @param {Record<string, any[]>} cases
 * @param {OpenHost} openHost
 * @returns {Promise<Result[]>}
 */
async function listTools(cases, openHost) {
  const { planmark } = await openWorld(openHost);
  return Object.entries(cases).map(([name, [offer, ...wanted]]) => {
    const prompts = planmark.toolPrompts(offer);
    const asked = prompts.map((prompt) => planmark.toolPrompt(offer, prompt.name, 'T-1'));
    const said = [planmark.toolInstructions(offer), jsonOf(prompts), asked];
    const given = [...said, ...planmark.tools(offer).map(jsonOf)];
    const isSame = JSON.stringify(portable(given)) === JSON.stringify(portable(wanted));
    return { name, broken: isSame ? undefined : 'the tools differ from those stored', given: portable([offer, ...given]) };
  });
}

/**
 * @param {OpenHost} openHost
 * @param {{ name: string, steps: Line[] }} script
 */
async function runOnEmpty(openHost, script) {
  const host = await openWorld(openHost);
  try {
    return await runScript(host, script);
  } finally {
    host.close();
  }
}

/**
 * @param {Host & { world: { now: number, deny: string } }} host
 * @param {{ name: string, steps: Line[] }} script
 * @returns {Promise<Result>}
 */
async function runScript({ planmark, world }, { name, steps }) {
  const [versions, answers] = [new Map(), new Map()];
  const given = [];
  /** @type {string | undefined} */
  let broken;
  for (const [index, step] of steps.entries()) {
    const line = recall(step, answers);
    if (line.at !== undefined) world.now = EPOCH_MS + line.at;
    const args = expand(line.args ?? {}, versions);
    const before = line.failure && (await everything(planmark, line, args));
    world.deny = line.deny ?? '';
    const answered = await call(planmark, line, args);
    world.deny = '';
    const changed = before !== undefined && before !== (await everything(planmark, line, args));
    const wrong = judge(line, answered, versions) ?? (changed ? 'a refused call changed something' : undefined);
    broken ??= wrong && `call ${index + 1}: ${wrong}`;
    if (line.as && 'answer' in answered) {
      versions.set(line.as, answered.answer.version);
      answers.set(line.as, answered.answer);
    }
    given.push(portable(answered));
  }
  return { name, broken, given };
}

/**
 * Replaces `{"value_of": [name, pointer]}` by what stands at that JSON pointer in the answer of that name,
 * with the fields of its `but` put in.
 *
 * @param {any} value
 * @param {Map<string, any>} answers
 * @returns {any}
 */
function recall(value, answers) {
  if (Array.isArray(value)) return value.map((item) => recall(item, answers));
  if (typeof value !== 'object' || value === null) return value;
  if (!('value_of' in value)) {
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, recall(field, answers)]));
  }
  /** @type {[string, string]} */
  const [name, pointer] = value.value_of;
  let found = answers.get(name);
  for (const key of pointer.split('/').slice(1)) found = found?.[key];
  if (found === undefined) throw new Error(`no answer has "${pointer}" of "${name}"`);
  return value.but === undefined ? found : { ...found, ...value.but };
}
