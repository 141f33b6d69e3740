/** Opening a home, and what the kernel and other programs may have done to it. */

import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';

import Database from 'better-sqlite3';

import { PlanmarkError, open } from '../src/index.js';
import { SqliteStore } from '../src/store/sqlite.js';
import { openHome } from '../src/store/sqlite/open.js';
import { refuses } from './contract/fixture.js';

const POSIX = process.platform === 'win32' ? { skip: 'POSIX only' } : {};
const context = { caller: { kind: /** @type {const} */ ('agent'), name: 'ada' } };

let folder = '';
let home = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planmark-home-'));
  home = join(folder, 'home');
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * @param {string} code
 * @param {string} [path]
 */
async function isRefused(code, path = home) {
  await assert.rejects(open({ home: path, leaseWaitMs: 100 }), (error) => {
    assert.ok(error instanceof PlanmarkError, String(error));
    assert.deepEqual([error.code, error.effect], [`home-${code}`, 'nothing-written'], error.message);
    assert.match(error.message, /the home "/);
    return true;
  });
}

/** Makes a home that holds a plan. */
async function made() {
  const planmark = await open({ home });
  await planmark.create(context, { task: 't', content: 'stored' });
  planmark.close();
}

/** @param {string} sql */
function alter(sql, path = join(home, 'planmark.db')) {
  const database = new Database(path);
  database.exec(sql);
  database.close();
}

describe('a home', () => {
  it('is made with everything above it, for its owner alone', POSIX, async () => {
    home = join(home, 'of', 'plans');
    await made();
    const mode = (/** @type {string} */ name) => (statSync(join(home, name)).mode & 0o777).toString(8);
    assert.deepEqual(['.', 'locks', 'planmark.db'].map(mode), ['700', '700', '600']);
    const planmark = await open({ home });
    assert.equal(planmark.read(context.caller, 't').content, 'stored');
    planmark.close();
  });

  it('has the schema that every language shares', async () => {
    await made();
    const database = new Database(join(home, 'planmark.db'), { readonly: true });
    assert.equal(database.pragma('user_version', { simple: true }), 1);
    assert.equal(database.pragma('application_id', { simple: true }), 0x506c_4d6b);
    assert.equal(database.pragma('journal_mode', { simple: true }), 'wal');
    assert.equal(database.pragma('page_size', { simple: true }), 2_048);
    const plan = /** @type {any} */ (database.prepare('SELECT * FROM plans').get());
    assert.deepEqual([plan.task, plan.title, plan.bytes, plan.author], ['t', 'Plan', 6, 'ada']);
    database.close();
  });

  it('that is a file, or under one, is refused', async () => {
    writeFileSync(home, '');
    await isRefused('not-a-directory');
    await isRefused('not-a-directory', join(home, 'below'));
  });

  it('of a newer schema, of another program, or damaged is refused, and stays as it is', async () => {
    await made();
    alter('PRAGMA user_version = 2');
    await isRefused('newer-schema');
    alter('PRAGMA user_version = 1; PRAGMA application_id = 5');
    await isRefused('foreign');
    rmSync(join(home, 'planmark.db'));
    await isRefused('damaged');
    assert.ok(!existsSync(join(home, 'planmark.db')));
    writeFileSync(join(home, 'planmark.db'), '');
    await isRefused('damaged');
    writeFileSync(join(home, 'planmark.db'), 'no database at all, whatever its name says'.repeat(100));
    await isRefused('not-a-database');
    rmSync(join(home, 'planmark.db'));
    mkdirSync(join(home, 'planmark.db'));
    await isRefused('not-a-database');
  });

  it('with a link in a place of its own is refused', POSIX, async () => {
    await made();
    rmSync(join(home, 'planmark.db'));
    symlinkSync(join(folder, 'elsewhere.db'), join(home, 'planmark.db'));
    await isRefused('denied');
    rmSync(home, { recursive: true });
    mkdirSync(home);
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), join(home, 'locks'));
    await isRefused('denied');
  });

  it('that this user may not write is refused', { skip: process.getuid?.() === 0 && 'root may' }, async () => {
    await made();
    chmodSync(join(home, 'planmark.db'), 0o400);
    await isRefused('denied');
  });

  it('that another program keeps locked is refused after the wait', async () => {
    await made();
    alter('PRAGMA user_version = 0; PRAGMA application_id = 0');
    const opening = new Database(join(home, 'locks', 'opening'));
    opening.exec('BEGIN EXCLUSIVE');
    alter('DROP VIEW plans; DROP VIEW revisions; DROP TABLE cells; DROP TABLE scopes');
    await isRefused('held');
    opening.close();
  });
});

describe('a store', () => {
  it('does not write into a schema that became newer meanwhile', async () => {
    await made();
    const planmark = await open({ home });
    alter('PRAGMA user_version = 2');
    const write = planmark.update(context, { task: 't', content: 'x', mode: 'append' });
    await assert.rejects(write, { code: 'newer-format', effect: 'nothing-written' });
    planmark.close();
  });

  it('takes what another program stored for what it is', async () => {
    await made();
    alter(`INSERT INTO cells (scope, key, version, value)
      SELECT id, 'x', 1, x'ff' FROM scopes UNION ALL SELECT id, 'y', -1, x'00' FROM scopes
      UNION ALL SELECT id, 'z', 1, zeroblob(1048577) FROM scopes`);
    const store = new SqliteStore(await openHome(home, 100));
    const call = store.begin();
    const scope = /** @type {const} */ ({ kind: 'task', id: 't' });
    refuses('not-text', () => call.get(scope, 'x'));
    refuses('corrupt', () => call.get(scope, 'y'));
    refuses('too-large', () => call.get(scope, 'z'));
    refuses('not-text', () => call.scan(scope, '', '', 10));
    call.end();
    store.close();
  });

  it('waits for a commit of another program a little, and then makes the whole call again', async () => {
    await made();
    const planmark = await open({ home });
    const other = new Database(join(home, 'planmark.db'));
    other.exec('BEGIN IMMEDIATE');
    const write = planmark.update(context, { task: 't', content: 'x', mode: 'append' });
    const start = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.ok(performance.now() - start < 600, 'this process goes on meanwhile');
    other.exec('ROLLBACK');
    assert.equal((await write).position, 2);
    const held = await open({ home, leaseWaitMs: 200 });
    other.exec('BEGIN IMMEDIATE');
    const refused = held.update(context, { task: 't', content: 'x', mode: 'append' });
    await assert.rejects(refused, { code: 'busy', effect: 'nothing-written' });
    other.close();
    planmark.close();
    held.close();
  });

  it('follows no link to a body, and lists what is one', POSIX, async () => {
    const store = new SqliteStore(await openHome(home, 100));
    const call = store.begin();
    const path = call.writeBody('s', 'p', 'text') ?? '';
    const sibling = (/** @type {string} */ name) => join(path, '..', name);
    writeFileSync(sibling('.unfinished-1'), 'half');
    writeFileSync(sibling('note.txt'), 'x');
    writeFileSync(sibling('large.md'), 'x'.repeat(262_145));
    writeFileSync(sibling('binary.md'), Buffer.from([0xff]));
    mkdirSync(sibling('folder.md'));
    symlinkSync(path, sibling('link.md'));
    symlinkSync(join(folder, 'nowhere'), sibling('dangling.md'));
    refuses('denied', () => call.readBody('s', 'link'));
    refuses('denied', () => call.removeBody('s', 'link'));
    refuses('denied', () => call.writeBody('s', 'dangling', 'x'));
    refuses('denied', () => call.readBody('s', 'folder'));
    refuses('too-large', () => call.readBody('s', 'large'));
    refuses('not-text', () => call.readBody('s', 'binary'));
    const listed = call.listBodies('s', '', 10).entries.map(({ plan }) => plan);
    assert.deepEqual(listed, ['binary', 'large', 'p']);
    symlinkSync(sibling('.'), join(home, 'plans', 'other'));
    refuses('denied', () => call.readBody('other', 'p'));
    refuses('denied', () => call.writeBody('other', 'p', 'x'));
    assert.equal((statSync(path).mode & 0o777).toString(8), '600');
    store.close();
  });
});
