/** The page that `docs/embedding/web.md` shows, as it stands there, beside the published package. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';

import { DIST, launch, serve, watchedPage } from './browser.js';

it('the page of the documentation shows what it says', { timeout: 120_000 }, async () => {
  const text = readFileSync(new URL('../../../docs/embedding/web.md', import.meta.url), 'utf8');
  const [, page, script] = text.match(/```html\n([^]*?)```[^]*?```js\n([^]*?)```/) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'planmark-embedding-'));
  writeFileSync(join(folder, 'index.html'), page ?? '');
  writeFileSync(join(folder, 'progress.js'), script ?? '');
  const server = await serve(folder, DIST);
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
    rmSync(folder, { recursive: true });
  }
});
