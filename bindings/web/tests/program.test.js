/** `planmark preview`, and a file in it, in Chromium. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

import { DIST, launch, watchedPage } from './browser.js';

const target = process.env['CARGO_TARGET_DIR'] ?? fileURLToPath(new URL('../../../target', import.meta.url));
const PROGRAM = join(target, 'release/planmark');

it('the program opens a file in the page, and nothing of it is in the address', { timeout: 120_000 }, async () => {
  assert.ok(existsSync(PROGRAM), 'the program is not built: run `make build`');
  const folder = mkdtempSync(join(tmpdir(), 'planmark-preview-'));
  const file = join(folder, 'a "plan".md');
  writeFileSync(file, '# A\n\n## Section 4\n\n- [ ] The only task\n');
  const program = spawn(PROGRAM, ['preview', file, '--assets', DIST, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const browser = await launch();
  try {
    const [printed] = await once(program.stdout, 'data');
    const { url } = JSON.parse(printed);
    const { page, seen } = await watchedPage(browser, url);
    await page.getByText('Opened a "plan".md: 1 task.').waitFor();
    await page.getByRole('link', { name: 'Tasks' }).click();
    await page.getByRole('checkbox', { name: 'The only task' }).check();
    await page.getByText('Every task is done.').waitFor();
    assert.equal(page.url(), `${url}#tasks`);
    assert.deepEqual(seen.problems, []);
    assert.deepEqual(seen.requests.filter((asked) => !asked.startsWith(url) && !asked.startsWith('data:')), []);
  } finally {
    await browser.close();
    program.kill('SIGTERM');
    const [code] = await once(program, 'exit');
    rmSync(folder, { recursive: true });
    assert.equal(code, 0, 'it ends when it is told to');
  }
});
