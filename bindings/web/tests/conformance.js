/**
 * Runs the vectors in Chromium, under the policy of the preview page, and prints a line for each file
 * with its counts.
 *
 * Usage: node tests/conformance.js [--store memory] [--json FILE] [--package FOLDER] [VECTORS...]
 *
 * FOLDER has the package and the page; `dist/` when absent. FILE gets the answers as
 * `bindings/node/tests/conformance.js` writes them.
 */

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { tell, vectorsOf } from '../../node/tests/conformance.js';
import { FILES } from '../../node/tests/vectors.js';
import { DIST, launch, serve } from './browser.js';

/** @import { summary } from '../../node/tests/vectors.js' */

const BUNDLE = fileURLToPath(new URL('dist/', import.meta.url));

/**
 * @param {string[]} files
 * @param {string} [dist] Where the package and the page are.
 * @returns {Promise<ReturnType<typeof summary>>}
 */
export async function runInChromium(files, dist = DIST) {
  const server = await serve(dist, BUNDLE);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    const vectors = Object.fromEntries(files.map((file) => [file, vectorsOf(file)]));
    return await page.evaluate(async ({ url, vectors }) => {
      const { run } = await import(url);
      return run(vectors);
    }, { url: `${server.url}vectors.js`, vectors });
  } finally {
    await browser.close();
    server.close();
  }
}

async function main() {
  const options = /** @type {const} */ ({ store: { type: 'string' }, json: { type: 'string' }, package: { type: 'string' } });
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const summed = await runInChromium(positionals.length > 0 ? positionals : FILES, values.package);
  if (values.json) writeFileSync(values.json, summed.answers);
  process.exitCode = tell('chromium memory', summed) > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
