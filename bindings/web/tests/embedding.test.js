/** The page that `docs/embedding/web.md` shows, as it stands there, beside the published package. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';

import { DIST } from './browser.js';
import { lookAtPage, writePage } from './embedding.js';

it('the page of the documentation shows what it says', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'planmark-embedding-'));
  try {
    writePage(folder);
    await lookAtPage(folder, DIST);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
