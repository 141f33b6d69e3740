import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';

import { FILE_MAX_BYTES, LINE_MAX_BYTES } from './limits.js';

const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDWR } = constants;

/** What every trace begins with: no other file is written to. */
const BEGINNING = Buffer.from('{"trace":');

/** Whether this process has said that a trace can't be written. */
let reported = false;

/** A file that calls are appended to, by any number of processes. */
export class TraceFile {
  #path;

  /** @param {string} path Opened for each call, so that it can be moved away at any time. */
  constructor(path) {
    this.#path = path;
  }

  /**
   * Appends a call. That it can't be done changes nothing of the call; standard error is told once in a
   * process.
   *
   * @param {object} line
   */
  append(line) {
    try {
      appendLine(this.#path, JSON.stringify(line));
    } catch (error) {
      if (reported) return;
      reported = true;
      const cause = error instanceof Error ? error.message : String(error);
      process.stderr.write(`planmark: the trace ${this.#path} can't be written: ${cause}\n`);
    }
  }
}

/**
 * Appends a line in one write. After a half line of a killed process it begins a new one (D53).
 *
 * @param {string} path
 * @param {string} line
 */
function appendLine(path, line) {
  if (Buffer.byteLength(line) > LINE_MAX_BYTES) throw new Error(`a call has more than ${LINE_MAX_BYTES} bytes`);
  // A link is refused, and so is whatever else is no regular file.
  const file = openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const status = fstatSync(file);
    if (!status.isFile()) throw new Error("the name is not a regular file's");
    if (!beginsAsATrace(file)) throw new Error('what the file holds is no trace');
    const bytes = Buffer.from(`${endsWithinALine(file, status.size) ? '\n' : ''}${line}\n`);
    if (status.size + bytes.length > FILE_MAX_BYTES) throw new Error(`the file would have more than ${FILE_MAX_BYTES} bytes`);
    if (writeSync(file, bytes) < bytes.length) throw new Error('there is no room for the whole line');
  } finally {
    closeSync(file);
  }
}

/**
 * Whether a file is empty, or begins as a trace does.
 *
 * @param {number} file
 */
function beginsAsATrace(file) {
  const found = Buffer.alloc(BEGINNING.length);
  const read = readSync(file, found, 0, found.length, 0);
  return read === 0 || found.equals(BEGINNING);
}

/**
 * @param {number} file
 * @param {number} size
 */
function endsWithinALine(file, size) {
  const last = Buffer.from('\n');
  if (size > 0) readSync(file, last, 0, 1, size - 1);
  return last.toString('latin1') !== '\n';
}
