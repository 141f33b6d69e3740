/**
 * Saved plan bodies as files: `plans/<session>/<plan>.md`.
 *
 * A body is written to a temporary file beside its place, flushed, and linked to a name that must be
 * free; then the folder is flushed. So a name holds a whole body or nothing, whatever is killed
 * when. Links are not followed: neither a folder nor a file that is one is used.
 */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { CapabilityError } from '../../error.js';
import { BODY_MAX_BYTES, isFileId } from '../form.js';
import * as paging from '../paging.js';
import { asFile, fileErrorOf } from './failure.js';

/** @import { Body, BodyPage } from '../../types.js' */

const EXTENSION = '.md';
/** What the name of an unfinished body begins with: no id begins so. */
const TEMPORARY_PREFIX = '.unfinished-';
/** Whether file systems here usually take `A` and `a` for one name. */
const FOLDS_CASE = process.platform === 'darwin' || process.platform === 'win32';
/** Windows has no such flags; there, the look before and after opening must do. */
const READ_NO_FOLLOW = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The bodies of one home. */
export class BodyFiles {
  #root;
  #plans;

  /**
   * @param {string} root The home.
   * @param {string} plans The folder of bodies in it.
   */
  constructor(root, plans) {
    this.#root = root;
    this.#plans = plans;
  }

  /**
   * @param {string} session
   * @param {string} plan
   * @param {string} text
   */
  write(session, plan, text) {
    return asFile(() => {
      const folder = this.#makeFolder(session);
      const path = join(folder, plan + EXTENSION);
      const bytes = Buffer.from(text);
      if (!place(folder, path, bytes) && !isSame(folder, path, plan, bytes)) {
        throw new CapabilityError('exists', 'another body has that name');
      }
      syncFolder(folder);
      return path;
    });
  }

  /**
   * @param {string} session
   * @param {string} plan
   * @returns {Body | undefined}
   */
  read(session, plan) {
    const path = this.#find(session, plan);
    const bytes = path && asFile(() => ifThere(() => readBounded(path)));
    if (!path || !bytes) return undefined;
    try {
      return { text: UTF8.decode(bytes), path };
    } catch (cause) {
      throw new CapabilityError('not-text', 'the body is not UTF-8', { cause });
    }
  }

  /**
   * @param {string} session
   * @param {string} from
   * @param {number} limit
   * @returns {BodyPage}
   */
  list(session, from, limit) {
    const folder = this.#folder(session);
    if (!folder) return { entries: [] };
    const names = asFile(() => ifThere(() => readdirSync(folder))) ?? [];
    const plans = names.filter((name) => name.endsWith(EXTENSION)).map((name) => name.slice(0, -EXTENSION.length));
    const wanted = plans.filter((plan) => isFileId(plan) && plan >= from).sort();
    const entries = wanted.flatMap((plan) => {
      // A body that is removed while the folder is listed is left out.
      const found = lstatSync(join(folder, plan + EXTENSION), { throwIfNoEntry: false });
      if (!found?.isFile()) return [];
      const ageMs = Math.max(0, Math.floor(Date.now() - found.mtimeMs));
      return [{ plan, bytes: BigInt(found.size), ageMs: BigInt(ageMs) }];
    });
    return paging.bodies(entries, limit);
  }

  /**
   * @param {string} session
   * @param {string} plan
   */
  remove(session, plan) {
    const path = this.#find(session, plan);
    if (!path) return;
    asFile(() => {
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (!found) return;
      if (!found.isFile()) throw new CapabilityError('denied', "the name is not a regular file's");
      ifThere(() => unlinkSync(path));
      syncFolder(join(path, '..'));
    });
  }

  /**
   * The path of a body that may be there.
   *
   * @param {string} session
   * @param {string} plan
   */
  #find(session, plan) {
    const folder = this.#folder(session);
    if (!folder || (FOLDS_CASE && !asFile(() => hasExactName(folder, plan)))) return undefined;
    return join(folder, plan + EXTENSION);
  }

  /**
   * The session's folder, when there is one.
   *
   * @param {string} session
   */
  #folder(session) {
    const folder = join(this.#plans, session);
    for (const path of [this.#plans, folder]) {
      const found = asFile(() => lstatSync(path, { throwIfNoEntry: false }));
      if (!found) return undefined;
      if (!found.isDirectory()) {
        throw new CapabilityError('denied', 'a link or a file stands where a folder of plans belongs');
      }
    }
    return folder;
  }

  /**
   * The session's folder, made durable when it is new.
   *
   * @param {string} session
   */
  #makeFolder(session) {
    const found = this.#folder(session);
    if (found) return found;
    mkdirSync(join(this.#plans, session), { recursive: true, mode: 0o700 });
    syncFolder(this.#root);
    syncFolder(this.#plans);
    const made = this.#folder(session);
    if (!made) throw new CapabilityError('denied', 'the folder of plans is gone');
    return made;
  }
}

/**
 * Puts a body at a free name, and says whether the name was free.
 *
 * @param {string} folder
 * @param {string} path
 * @param {Buffer} bytes
 */
function place(folder, path, bytes) {
  if (lstatSync(path, { throwIfNoEntry: false })) return false;
  const temporary = join(folder, TEMPORARY_PREFIX + randomBytes(8).toString('hex'));
  writeFileSync(temporary, bytes, { flag: 'wx', mode: 0o600, flush: true });
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (fileErrorOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(temporary);
  }
}

/**
 * Whether the body that is there already has this very name and these very bytes.
 *
 * @param {string} folder
 * @param {string} path
 * @param {string} plan
 * @param {Buffer} bytes
 */
function isSame(folder, path, plan, bytes) {
  const found = lstatSync(path);
  if (!found.isFile()) throw new CapabilityError('denied', "the name is not a regular file's");
  return found.size === bytes.length && hasExactName(folder, plan) && readBounded(path).equals(bytes);
}

/**
 * Reads a regular file of at most the size of a body, also when it grows meanwhile.
 *
 * @param {string} path
 */
function readBounded(path) {
  const named = lstatSync(path);
  if (!named.isFile()) throw new CapabilityError('denied', "the name is not a regular file's");
  const file = openSync(path, READ_NO_FOLLOW);
  try {
    const opened = fstatSync(file);
    if (!opened.isFile() || opened.ino !== named.ino || opened.dev !== named.dev) {
      throw new CapabilityError('denied', 'the file was exchanged while it was opened');
    }
    const bytes = Buffer.alloc(BODY_MAX_BYTES + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read) {
      read = readSync(file, bytes, length, bytes.length - length, null);
    }
    if (length > BODY_MAX_BYTES) throw new CapabilityError('too-large', 'the body has over 262,144 bytes');
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/**
 * Whether the folder lists the plan's file in this letter case. A file system that folds case opens
 * a file under other names too.
 *
 * @param {string} folder
 * @param {string} plan
 */
function hasExactName(folder, plan) {
  return readdirSync(folder).includes(plan + EXTENSION);
}

/**
 * Makes the names in a folder durable. Windows can't, and needs it less.
 *
 * @param {string} folder
 */
export function syncFolder(folder) {
  if (process.platform === 'win32') return;
  const file = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Takes an error that says that nothing is there as nothing.
 *
 * @template T
 * @param {() => T} work
 */
function ifThere(work) {
  try {
    return work();
  } catch (error) {
    if (fileErrorOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
