/** What goes wrong in SQLite and in the file system, as the codes of the contract. */

import Database from 'better-sqlite3';

import { CapabilityError } from '../../error.js';

/** @import { CapabilityCode } from '../../error.js' */

/** By the first part of an error's code that is listed: extended codes begin with the plain one. */
const SQL_CODES = /** @type {const} */ ([
  ['SQLITE_BUSY', 'unavailable'],
  ['SQLITE_LOCKED', 'unavailable'],
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY', 'denied'],
  ['SQLITE_PERM', 'denied'],
  ['SQLITE_CANTOPEN_SYMLINK', 'denied'],
  ['SQLITE_CANTOPEN', 'unavailable'],
  ['SQLITE_CORRUPT', 'corrupt'],
  ['SQLITE_NOTADB', 'corrupt'],
  ['SQLITE_IOERR_CORRUPTFS', 'corrupt'],
]);

/** @type {Record<string, CapabilityCode>} */
const FILE_CODES = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  ENOTDIR: 'denied',
  ELOOP: 'denied',
  ENOENT: 'unavailable',
  EBUSY: 'unavailable',
};

/**
 * The code of an error of SQLite; `undefined` for every other error.
 *
 * @param {unknown} error
 * @returns {CapabilityCode | undefined}
 */
export function sqlCode(error) {
  if (!(error instanceof Database.SqliteError)) return undefined;
  return SQL_CODES.find(([code]) => error.code.startsWith(code))?.[1] ?? 'other';
}

/**
 * Whether an error means that another connection stands in the way, for now.
 *
 * @param {unknown} error
 */
export function isBusy(error) {
  return error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
}

/**
 * The failure of a transaction that could not begin: another program keeps the database to itself.
 *
 * @param {unknown} error
 */
export function held(error) {
  return new CapabilityError('busy', messageOf(error), { cause: error });
}

/**
 * The failure that an error of SQLite means, when nothing was written by the statement. Any other
 * error is given back as it is.
 *
 * @param {unknown} error
 */
export function sql(error) {
  const code = sqlCode(error);
  if (code === undefined) return error;
  return new CapabilityError(code, messageOf(error), { passing: isBusy(error), cause: error });
}

/**
 * The failure that an error of the file system means. Any other error is given back as it is.
 *
 * @param {unknown} error
 */
export function file(error) {
  const code = fileErrorOf(error);
  if (code === undefined) return error;
  return new CapabilityError(FILE_CODES[code] ?? 'other', messageOf(error), { cause: error });
}

/**
 * The operating system's name of an error, such as `ENOENT`.
 *
 * @param {unknown} error
 * @returns {string | undefined}
 */
export function fileErrorOf(error) {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  return String(error.code);
}

/**
 * Runs `work` and takes an error of the file system as its failure.
 *
 * @template T
 * @param {() => T} work
 */
export function asFile(work) {
  try {
    return work();
  } catch (error) {
    throw file(error);
  }
}

/**
 * Runs `work` and takes an error of SQLite as its failure.
 *
 * @template T
 * @param {() => T} work
 */
export function asSql(work) {
  try {
    return work();
  } catch (error) {
    throw sql(error);
  }
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
