/** A composed plan as the rows of a difference, with the seam among them. */

import { diffLines } from 'diff';

import type { Composed } from '../../node/src/types.js';

/** One row. */
export type Row =
  | { kind: 'same' | 'added' | 'removed'; line: number; text: string }
  /** Lines that are the same, and not shown. */
  | { kind: 'folded'; lines: number }
  /** Where the fragment begins. */
  | { kind: 'seam'; bytes: number };

/** How many lines are shown before the first that differs. */
const CONTEXT_LINES = 4;

/** The rows of a composition: what was stored, what of it goes, what comes. */
export function rowsOf(stored: string, { text, kept, fragmentAt }: Composed): Row[] {
  const seam = kept === 0 ? 0 : lineAt(text, fragmentAt);
  const rows: Row[] = [];
  let line = 1;
  for (const { value, added, removed } of diffLines(stored, text)) {
    for (const content of linesOf(value)) {
      if (!removed && line === seam && rows.at(-1)?.kind !== 'seam') rows.push({ kind: 'seam', bytes: kept });
      rows.push({ kind: added ? 'added' : removed ? 'removed' : 'same', line, text: content });
      if (!removed) line += 1;
    }
  }
  return folded(rows);
}

/** The line, counted from 1, on which a byte stands. */
function lineAt(text: string, byte: number): number {
  const before = new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, byte));
  return before.split('\n').length;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  return text.endsWith('\n') ? lines.slice(0, -1) : lines;
}

function folded(rows: Row[]): Row[] {
  const first = rows.findIndex(({ kind }) => kind !== 'same');
  const lines = (first < 0 ? rows.length : first) - CONTEXT_LINES;
  return lines < 2 ? rows : [{ kind: 'folded', lines }, ...rows.slice(lines)];
}
