/** What the tracker takes and answers: the records of `wit/tracker.wit`. */

import type { Author, Note } from '../types.js';
import type { Entry, Mode, Outline, PlanLine, SeedTask } from './ledger.js';

/** Who calls, and on which session. */
export interface SessionContext {
  /** Recorded with what is changed. */
  caller: Author;
  /** The session. */
  session: string;
  /**
   * A UUID that names the request, where the caller may send it again: the stored answer comes back and
   * nothing is changed.
   */
  request?: string;
}

/** Where a session began. */
export interface Origin {
  /** The session it was forked from. */
  session: string;
  /** The entry that it follows; 0 is the empty root. */
  entry: number;
}

/** A session. */
export interface Session {
  /** Its id. */
  session: string;
  /** When it was made, in milliseconds since the Unix epoch; exact up to 2^53 - 1. */
  createdAtMs: number;
  /** When its latest entry was made. */
  updatedAtMs: number;
  /** How many entries it has, those off the branch included. */
  entries: number;
  /** The entry at the end of its branch; 0 before the first. */
  leaf: number;
  /** Where it was forked, if it was. */
  origin?: Origin;
  /** Who else keeps its log; absent when this store does. */
  owner?: string;
  /** What the agent is asked to do. */
  mode: Mode;
  /** The plans of its branch, in the order of their latest `set`. */
  plans: PlanLine[];
  /** Entries that were skipped, and why. */
  notes: Note[];
}

/** One page of sessions. */
export interface SessionPage {
  /** In byte order of their ids. */
  sessions: Session[];
  /** Sessions whose head can't be read. */
  unreadable: string[];
  /** The `from` that continues. Absent at the end. */
  next?: string;
}

/** One page of a branch. */
export interface EntryPage {
  /** From the leaf towards the root. */
  entries: Entry[];
  /** The session and entry that continue the listing. Absent at the root. */
  next?: Origin;
}

/** The answer of a save. */
export interface Saved {
  /** The plan's id. */
  plan: string;
  /** The path a person can open, where there is one. */
  path?: string;
  /** When, in milliseconds since the Unix epoch; exact up to 2^53 - 1. */
  savedAtMs: number;
  /** Size of the body in bytes. */
  bytes: number;
  /** Tasks of its queue. */
  total: number;
  /** The first one. */
  next?: SeedTask;
  /** What its author may have meant as a task and isn't one, in line order. */
  notes: Note[];
  /** Whether this is the stored answer of a request that was made before. */
  replayed: boolean;
}

/** The answer of a change of the selection. */
export interface Changed {
  /** The plan it concerns. */
  plan: string;
  /** Whether anything changed: selecting the active plan changes nothing. */
  changed: boolean;
  /** The plan that is active now. */
  active?: string;
  /** Whether this is the stored answer of a request that was made before. */
  replayed: boolean;
}

/** The answer of a change of the mode. */
export interface ModeSet {
  /** The mode now. */
  mode: Mode;
  /** Whether anything changed. */
  changed: boolean;
  /** Whether this is the stored answer of a request that was made before. */
  replayed: boolean;
}

/** The answer of a tick or untick. */
export interface Ticked {
  /** The plan's id. */
  plan: string;
  /** The task's id. */
  id: string;
  /** Its title. */
  title: string;
  /** Whether anything changed: a task that is done already is not ticked again. */
  changed: boolean;
  /** With a tick, the ids of the earlier tasks that are open, in order. */
  skipped: string[];
  /** Tasks that are done now. */
  done: number;
  /** Tasks of the queue. */
  total: number;
  /** The first task that is open now. */
  next?: SeedTask;
  /** Whether this is the stored answer of a request that was made before. */
  replayed: boolean;
}

/** A saved plan as a person reads it. */
export interface PlanView {
  /** The plan's id. */
  plan: string;
  /** Whether it is the active one. */
  active: boolean;
  /** The path a person can open, where there is one. */
  path?: string;
  /** When it was saved, in milliseconds since the Unix epoch; exact up to 2^53 - 1. */
  savedAtMs: number;
  /** The body as it is now, edits by hand included. */
  body: string;
  /** What the body outlines now. */
  outline: Outline;
  /** How the body now differs from what was saved; empty when it doesn't in its tasks. */
  notes: Note[];
}

/** Why a body stays: a branch holds its plan, or it was cleared or written less than 30 days ago. */
export type KeptReason = 'referenced' | 'recent';

/** A body that stays. */
export interface Kept {
  /** The plan's id. */
  plan: string;
  /** Why. */
  reason: KeptReason;
}

/** The answer of a collection. */
export interface Collected {
  /** The plans whose bodies were removed, or would be. */
  removed: string[];
  /** The bodies that stay. */
  kept: Kept[];
}

/** A session as another program logged it, to be made one of this store. */
export interface ImportRequest {
  /** Its entries, parents before children or not. */
  entries: Entry[];
  /** The end of its branch; the last entry when absent. */
  leaf?: string;
  /** The bodies there are. */
  bodies: ImportBody[];
}

/** One body of an import. */
export interface ImportBody {
  /** The plan's id. */
  plan: string;
  /** The text. */
  text: string;
}
