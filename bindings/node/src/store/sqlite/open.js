/** Opening a home: its folders, its database, its schema. */

import { accessSync, constants, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import Database from 'better-sqlite3';

import { PlanmarkError } from '../../error.js';
import { syncFolder } from './bodies.js';
import { HomeError } from './home-error.js';
import { LockFiles, openPrivate } from './locks.js';
import { APPLICATION_ID, SCHEMA_VERSION, migrations } from './schema.js';

const DATABASE = 'planmark.db';
const LOCKS = 'locks';
/** Size of the database's pages: half of SQLite's default, which halves what a commit writes. */
const PAGE_BYTES = 2_048;
/** Pages in the write-ahead log after which SQLite moves them into the database: about 4 MB. */
const LOG_PAGES = 2_000;
/** The lock that is held while a database is made or migrated. No scope's lock has such a name. */
const OPENING = 'opening';
/** Between two attempts at that lock. */
const PAUSE_MS = 5;

/**
 * A home that is ready for use.
 *
 * @typedef {object} Opened
 * @property {string} root The folder, links resolved.
 * @property {Database.Database} database The connection that writes.
 * @property {LockFiles} locks
 * @property {number} waitMs How long a read waits for another process.
 */

/**
 * Opens a home, and creates what is missing. Processes may do that at the same time.
 *
 * @param {string} home
 * @param {number} waitMs The longest wait for others.
 * @returns {Promise<Opened>}
 */
export async function openHome(home, waitMs) {
  const deadline = performance.now() + waitMs;
  const steps = await migrations();
  try {
    const root = makeFolders(home);
    const used = wasUsed(root);
    const locks = new LockFiles(join(root, LOCKS));
    const database = connect(join(root, DATABASE), used, waitMs);
    try {
      if (!isReady(database)) {
        const lock = await waitForLock(locks, deadline);
        try {
          prepare(database, root, used, steps);
        } finally {
          locks.release(lock);
        }
      }
      accessSync(database.name, constants.W_OK);
      configure(database);
    } catch (error) {
      locks.close();
      database.close();
      throw error;
    }
    return { root, database, locks, waitMs };
  } catch (error) {
    throw homeError(home, error);
  }
}

/**
 * Creates the home and its folder of locks, and resolves links above them.
 *
 * @param {string} home
 */
function makeFolders(home) {
  if (!statSync(home, { throwIfNoEntry: false })?.isDirectory()) mkdirSync(home, { recursive: true, mode: 0o700 });
  const root = realpathSync(home);
  const locks = join(root, LOCKS);
  mkdirSync(locks, { recursive: true, mode: 0o700 });
  if (!lstatSync(locks).isDirectory()) throw new HomeError('denied');
  return root;
}

/**
 * Whether a scope of this home was ever locked: then its database had its schema before.
 *
 * @param {string} root
 */
function wasUsed(root) {
  return readdirSync(join(root, LOCKS)).some((name) => name !== OPENING);
}

/**
 * Connects to the database, creating an empty file in a home that has none yet.
 *
 * @param {string} path
 * @param {boolean} used
 * @param {number} waitMs
 */
function connect(path, used, waitMs) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new HomeError('not-a-database');
  if (!found && used) throw new HomeError('damaged');
  return openPrivate(path, { timeout: waitMs });
}

/**
 * Whether there is nothing to prepare: the usual case, which takes no lock.
 *
 * @param {Database.Database} database
 */
function isReady(database) {
  return identify(database) === SCHEMA_VERSION && isWal(database);
}

/** @param {Database.Database} database */
function isWal(database) {
  return database.pragma('journal_mode', { simple: true }) === 'wal';
}

/**
 * What a database says it is: the version of our schema, 0 when nothing is in it yet, nothing when it
 * is another program's. The answers are several reads: outside the lock, a database that another process
 * is making may look foreign.
 *
 * @param {Database.Database} database
 */
function identify(database) {
  const application = database.pragma('application_id', { simple: true });
  const version = Number(database.pragma('user_version', { simple: true }));
  if (application === APPLICATION_ID && version > 0) return version;
  const things = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  return application === 0 && version === 0 && things === 0 ? 0 : undefined;
}

/**
 * Waits for the lock under which one process at a time prepares the database.
 *
 * @param {LockFiles} locks
 * @param {number} deadline
 */
async function waitForLock(locks, deadline) {
  for (;;) {
    const lock = locks.acquireNamed(OPENING);
    if (lock) return lock;
    if (performance.now() >= deadline) throw new HomeError('held');
    await pause(PAUSE_MS);
  }
}

/**
 * Brings the database to the newest schema. Another process may have done so meanwhile.
 *
 * @param {Database.Database} database
 * @param {string} root
 * @param {boolean} used
 * @param {string[]} steps
 */
function prepare(database, root, used, steps) {
  const version = identify(database);
  if (version === undefined) throw new HomeError('foreign');
  if (version > SCHEMA_VERSION) throw new HomeError('newer-schema', { found: version, known: SCHEMA_VERSION });
  if (version === 0 && used) throw new HomeError('damaged');
  if (!isWal(database)) {
    database.pragma(`page_size = ${PAGE_BYTES}`);
    database.pragma('journal_mode = WAL');
  }
  for (const step of steps.slice(version)) database.exec(`BEGIN IMMEDIATE;\n${step}\nCOMMIT;`);
  if (version === 0) syncFolder(root);
}

/**
 * Sets what a connection that writes needs. Its wait for others is the writer's own.
 *
 * @param {Database.Database} database
 */
function configure(database) {
  database.pragma('synchronous = FULL');
  database.pragma('temp_store = MEMORY');
  database.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
  database.pragma('busy_timeout = 0');
}

/**
 * @param {string} home
 * @param {unknown} error
 * @returns {PlanmarkError}
 */
function homeError(home, error) {
  if (error instanceof PlanmarkError) return error;
  const found = error instanceof HomeError ? error : HomeError.from(error);
  return found.report(home, error);
}

