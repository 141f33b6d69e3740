/** The programs that pages show run as they stand there. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** A program finds the package `planmark` from inside it alone. */
const HERE = fileURLToPath(new URL('./', import.meta.url));

for (const page of ['bindings/node/README.md', 'docs/embedding/node.md', 'docs/embedding/own-log.md']) {
  it(page, () => {
    const programs = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^```js\n(import [^]*?)^```$/gm)];
    assert.equal(programs.length, 1);
    const folder = mkdtempSync(join(HERE, '.page-'));
    try {
      const file = join(folder, 'program.mjs');
      writeFileSync(file, String(programs[0]?.[1]).replace('/path/to/home', join(folder, 'home')));
      const { status, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
