/** Why a home can't be opened, and what to do then. What is stored in it stays as it is. */

import { CapabilityError, PlanmarkError } from '../../error.js';
import { fileErrorOf, sqlCode } from './failure.js';
import Database from 'better-sqlite3';

/**
 * @typedef {'not-a-directory' | 'denied' | 'full' | 'held' | 'newer-schema' | 'foreign'
 *   | 'not-a-database' | 'damaged' | 'unavailable'} HomeCase
 */

/** @type {Record<HomeCase, (home: string, versions?: { found: number, known: number }) => string>} */
const MESSAGES = {
  'not-a-directory': (home) => `the home "${home}" is not a folder`,
  denied: (home) => `the home "${home}" can't be written by this user`,
  full: (home) => `there is no room left for the home "${home}"`,
  held: (home) => `another program keeps the database of the home "${home}" locked`,
  'newer-schema': (home, versions) =>
    `the home "${home}" has schema ${versions?.found}, made by a newer version; this one knows up to ${versions?.known}`,
  foreign: (home) => `the database of the home "${home}" was made by another program`,
  'not-a-database': (home) => `the database of the home "${home}" is not a database`,
  damaged: (home) => `the database of the home "${home}" is damaged`,
  unavailable: (home) => `the home "${home}" can't be opened`,
};

const REPAIR =
  'Run `planmark doctor` for what can still be read; then move planmark.db and the files beside it ' +
  'whose names begin with it away, and put a backup in their place.';

/** @type {Record<HomeCase, string>} */
const NEXT = {
  'not-a-directory': 'Name a folder as the home, or move the file away.',
  denied:
    'Make the folder and everything in it readable and writable for this user, replace links inside ' +
    'it by what they point to, or name another home.',
  full: 'Free some room on that disk, or raise the quota, and try again.',
  held: 'Close the program that has the database open, and try again.',
  'newer-schema': 'Update this program to the version that made the home.',
  foreign: 'Name another folder as the home.',
  'not-a-database': REPAIR,
  damaged: REPAIR,
  unavailable: "Check that the folder's disk is connected, and try again.",
};

/** @type {Record<string, HomeCase>} */
const BY_FILE_ERROR = {
  ENOTDIR: 'not-a-directory',
  EEXIST: 'not-a-directory',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  ENOSPC: 'full',
  EDQUOT: 'full',
};

/** One of the reasons, before it is reported with the home's name. */
export class HomeError extends Error {
  /**
   * @param {HomeCase} reason
   * @param {{ found: number, known: number }} [versions] With `newer-schema`.
   */
  constructor(reason, versions) {
    super(reason);
    this.reason = reason;
    this.versions = versions;
  }

  /**
   * The reason that an error of SQLite or of the file system means.
   *
   * @param {unknown} error
   */
  static from(error) {
    const cause = error instanceof CapabilityError && error.cause !== undefined ? error.cause : error;
    if (cause instanceof CapabilityError) return new HomeError(cause.code === 'denied' ? 'denied' : 'unavailable');
    const file = fileErrorOf(cause);
    if (file !== undefined) return new HomeError(BY_FILE_ERROR[file] ?? 'unavailable');
    return new HomeError(bySqlError(cause));
  }

  /**
   * @param {string} home As it was given.
   * @param {unknown} cause
   */
  report(home, cause) {
    return new PlanmarkError({
      code: `home-${this.reason}`,
      message: MESSAGES[this.reason](home, this.versions),
      next: NEXT[this.reason],
      cause,
    });
  }
}

/**
 * @param {unknown} error
 * @returns {HomeCase}
 */
function bySqlError(error) {
  if (!(error instanceof Database.SqliteError)) return 'unavailable';
  if (error.code.startsWith('SQLITE_NOTADB')) return 'not-a-database';
  if (/^SQLITE_(BUSY|LOCKED)/.test(error.code)) return 'held';
  if (/^SQLITE_(READONLY|PERM|CANTOPEN)/.test(error.code)) return 'denied';
  const code = sqlCode(error);
  if (code === 'full') return 'full';
  return code === 'corrupt' ? 'damaged' : 'unavailable';
}
