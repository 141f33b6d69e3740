/**
 * The page that `docs/embedding/web.md` shows, as it stands there: its files, and what it must show.
 *
 * Usage: node tests/embedding.js --write FOLDER --import PACKAGE
 *        node tests/embedding.js --look FOLDER
 */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { launch, serve, watchedPage } from './browser.js';

const DOCUMENT = new URL('../../../docs/embedding/web.md', import.meta.url);

/**
 * Writes its files.
 *
 * @param {string} folder
 * @param {string} [from] What its script imports instead of the file beside it.
 */
export function writePage(folder, from = './planmark.js') {
  const [, page, script] = readFileSync(DOCUMENT, 'utf8').match(/```html\n([^]*?)```[^]*?```js\n([^]*?)```/) ?? [];
  assert.ok(page && script, 'the document has a page and its script');
  assert.ok(script.includes("from './planmark.js'"), 'the script imports the package');
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'progress.js'), script.replace("from './planmark.js'", `from '${from}'`));
}

/**
 * Opens it in Chromium, and looks whether it shows what the document says.
 *
 * @param {string[]} folders Where its files are.
 */
export async function lookAtPage(...folders) {
  const server = await serve(...folders);
  const browser = await launch();
  try {
    const { page, seen } = await watchedPage(browser, server.url);
    await page.locator('#refused').getByText(/./).waitFor();
    const shown = (/** @type {string} */ id) => page.locator(`#${id}`).innerText();
    assert.match(await shown('marker'), /1\/2 tasks done.*"Write the grammar".* 1 skipped\.$/);
    assert.equal(await shown('composed'), '- The corpus is green.\n');
    assert.match(await shown('refused'), /^fragment-whitespace-only: \S/);
    const problems = seen.problems.filter((problem) => !problem.includes('favicon') && !problem.includes('404'));
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
    server.close();
  }
}

async function main() {
  const options = /** @type {const} */ ({ write: { type: 'string' }, import: { type: 'string' }, look: { type: 'string' } });
  const { values } = parseArgs({ options });
  if (values.write) writePage(values.write, values.import);
  if (values.look) await lookAtPage(values.look);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
