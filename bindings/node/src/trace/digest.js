import { readFile } from 'node:fs/promises';

/** SHA-256 of the component that this package was made from, in 64 hex digits. */
export async function digest() {
  return (await readFile(new URL('../../generated/component.sha256', import.meta.url), 'utf8')).trim();
}
