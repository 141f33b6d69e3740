/**
 * Measures calls in this host. `make bench` drives it, and alternates between the hosts.
 *
 * Usage: node tests/bench.js HOME
 *
 * Each line of standard input is an order: `{"call": "append" | "read" | "compose", "store": "memory" |
 * "sqlite", "task": id, "content": text, "fragment": text, "count": n}`. It makes the plan, then the
 * call `count` times, and answers with the microseconds of each as a list.
 */

import { createInterface } from 'node:readline';

import { memory, open } from '../src/index.js';

/**
 * @typedef {object} Order
 * @property {'append' | 'read' | 'compose'} call
 * @property {'memory' | 'sqlite'} store
 * @property {string} task
 * @property {string} content
 * @property {string} fragment
 * @property {number} count
 */

const ADA = /** @type {const} */ ({ kind: 'agent', name: 'ada' });
const CONTEXT = { caller: ADA };

const home = process.argv[2];
if (!home) throw new Error('usage: node tests/bench.js HOME');
const stores = { memory: await open({ store: memory() }), sqlite: await open({ home }) };
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await measure(JSON.parse(line))));
}
Object.values(stores).forEach((planmark) => planmark.close());

/** @param {Order} order */
async function measure({ call, store, task, content, fragment, count }) {
  const planmark = stores[store];
  await planmark.save(CONTEXT, { task, content });
  const calls = {
    append: () => planmark.update(CONTEXT, { task, content: fragment, mode: 'append' }),
    read: () => planmark.read(ADA, task),
    compose: () => planmark.preview.compose(content, fragment),
  };
  const micros = [];
  for (let index = 0; index < count; index += 1) {
    const start = process.hrtime.bigint();
    await calls[call]();
    micros.push(Number(process.hrtime.bigint() - start) / 1_000);
  }
  return micros;
}
