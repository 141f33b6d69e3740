/**
 * The schema, as every language that opens a home has it: `schema-1.sql` and so on, which the
 * set-up copies from the store of the `planmark` crate.
 */

import { readFile } from 'node:fs/promises';

/** The newest schema this program understands. */
export const SCHEMA_VERSION = 1;

/** What marks a database as ours: `PlMk`. */
export const APPLICATION_ID = 0x506c_4d6b;

/**
 * What brings a database from each schema version to the next.
 *
 * @returns {Promise<string[]>}
 */
export function migrations() {
  const versions = Array.from({ length: SCHEMA_VERSION }, (_, index) => index + 1);
  const folder = new URL('../../../generated/schema/', import.meta.url);
  return Promise.all(versions.map((version) => readFile(new URL(`schema-${version}.sql`, folder), 'utf8')));
}
