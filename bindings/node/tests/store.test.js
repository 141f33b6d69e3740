/** Every store of this host has the behaviours of the contract. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { MemoryStore } from '../src/store/memory.js';
import { SqliteStore } from '../src/store/sqlite.js';
import { openHome } from '../src/store/sqlite/open.js';
import { bodies } from './contract/bodies.js';
import { commits, leases, snapshots } from './contract/calls.js';
import { cells } from './contract/cells.js';
import { Fixture } from './contract/fixture.js';
import { scans } from './contract/scans.js';

/** @import { Store } from '../src/types.js' */

const BEHAVIOURS = { cells, scans, snapshots, leases, commits, bodies };

/** @type {Record<string, () => Promise<{ store: Store, remove: () => void }>>} */
const STORES = {
  async memory() {
    return { store: new MemoryStore(), remove: () => {} };
  },
  async sqlite() {
    const home = mkdtempSync(join(tmpdir(), 'planmark-contract-'));
    const store = new SqliteStore(await openHome(home, 1_000));
    return { store, remove: () => rmSync(home, { recursive: true }) };
  },
};

for (const [name, make] of Object.entries(STORES)) {
  for (const [subject, behaviours] of Object.entries(BEHAVIOURS)) {
    describe(`${name}: ${subject}`, () => {
      for (const [behaviour, check] of Object.entries(behaviours)) {
        it(behaviour, async () => {
          const { store, remove } = await make();
          try {
            check(new Fixture(store));
          } finally {
            store.close();
            remove();
          }
        });
      }
    });
  }
}
