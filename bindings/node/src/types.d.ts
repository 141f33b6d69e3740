/**
 * The shapes of arguments and answers. They follow `wit/`, in camel case and as plain objects: a
 * point is `{revision: 3}` or `{position: 7}`, what is absent is left out, and every number is a
 * `number`. `tests/wit.ts` compares each of them with `wit/`.
 */

export type * from './types/ledger.js';
export type * from './types/roots.js';
export type * from './types/runtime.js';
export type * from './types/tools.js';
export type * from './types/tracker.js';

/** Who makes a change. */
export type AuthorKind = 'agent' | 'person';

/** The maker of a call: recorded with what it changes, and shown to `access`. */
export interface Author {
  /** What stands behind the name. */
  kind: AuthorKind;
  /** 1 to 128 characters without control characters. */
  name: string;
}

/** Who calls, and what the host has configured. */
export interface Context {
  /** The author of what is written. */
  caller: Author;
  /**
   * How long after its last update a revision of the same author may be extended, in milliseconds;
   * 300,000 when absent. Zero or less never extends.
   */
  coalesceWindowMs?: number;
}

/** A write of the agent path. */
export interface WriteRequest {
  /** The task: 1 to 256 printable ASCII characters without space. */
  task: string;
  /** The new title. Absent or empty keeps the stored one, or `Plan` when there is none. */
  title?: string;
  /** The whole document, or with mode `append` the fragment to add. Absent or empty is refused. */
  content?: string;
  /** `replace`, `append`, or absent or empty for `replace`. The engine refuses anything else. */
  mode?: string;
  /** The edit version the caller has seen. When given and stale, the write is refused. */
  expectedVersion?: string;
}

/** An exact edit: one place, named by the text that stands there. */
export interface EditRequest {
  /** The task. */
  task: string;
  /** The text to find: not empty, and it must occur exactly once, overlaps counted. */
  find?: string;
  /** What takes its place, literally. Absent is empty. */
  replacement?: string;
  /** The edit version the caller has read. The engine requires it. */
  expectedVersion?: string;
}

/** A write of the editor path: the caller holds the whole text. */
export interface SaveRequest {
  /** The task. */
  task: string;
  /** The new title. Absent or empty keeps the stored one, or `Plan` when there is none. */
  title?: string;
  /** The whole document. Absent is empty. */
  content?: string;
  /** The edit version the editor has loaded. When given and stale, the save is refused. */
  expectedVersion?: string;
}

/** A name for a stored text: a revision, or the text after that many writes. Both count from 1. */
export type Point = { revision: number } | { position: number };

/** A restore of an earlier text. */
export interface RestoreRequest {
  /** The task. It must have a plan. */
  task: string;
  /** The text to bring back. Its title comes with it. */
  point: Point;
  /** When given and stale, the restore is refused. */
  expectedVersion?: string;
}

/** The deletion of a plan. */
export interface DeleteRequest {
  /** The task. It must have a plan. */
  task: string;
  /** When given and stale, the deletion is refused. */
  expectedVersion?: string;
}

/** What is known of a write when a call ends with a failure. */
export type Effect = 'nothing-written' | 'written' | 'unknown';

/** What happened, for the host to publish. */
export type EventKind =
  | 'plan-created'
  | 'plan-updated'
  | 'plan-deleted'
  | 'revision-created'
  | 'revision-updated';

/** One event. */
export interface Event {
  /** What happened. */
  kind: EventKind;
  /** To which task. */
  task: string;
  /** The latest revision after it. */
  revision: number;
  /** The edit version after it. */
  version: string;
  /** Who did it. */
  author: Author;
  /** When, in milliseconds since the Unix epoch; exact up to 2^53 - 1. */
  atMs: number;
}

/** The report of a write that removed most of the text. */
export interface Truncation {
  /** Code points of the text that was replaced. */
  priorChars: number;
  /** Code points of the text that is stored now. */
  newChars: number;
  /** The revision that holds the text that was replaced. */
  priorRevision: number;
  /** The same as sentences, with what to do. */
  warning: string;
}

/** What a reader of Markdown should know about a text, and can't see from its bytes. */
export type NoteKind =
  | 'open-code-fence'
  | 'open-html-comment'
  | 'escaped-line-breaks'
  | 'no-section'
  | 'near-section'
  | 'second-section'
  | 'no-boxes'
  | 'unknown-mark'
  | 'box-without-space'
  | 'box-without-text'
  | 'numbered-box'
  | 'quoted-box'
  | 'nested-open-box'
  | 'long-title'
  | 'tasks-edited'
  | 'body-unreadable'
  | 'entry-skipped'
  | 'other';

/** An observation about a text. */
export interface Note {
  /** What was observed. */
  kind: NoteKind;
  /** The line where it begins, counted from 1. */
  line: number;
  /** The observation as a sentence. */
  message: string;
}

/** The answer of a successful write. */
export interface Written {
  /** The task. */
  task: string;
  /** The stored title. */
  title: string;
  /** Size of the stored document in bytes of UTF-8. */
  bytes: number;
  /** Size of the stored document in code points. */
  chars: number;
  /** The revision that holds the text now. */
  revision: number;
  /** Whether that revision existed before and was extended. */
  coalesced: boolean;
  /** The number of writes ever made to this plan, this one included. */
  position: number;
  /** The new edit version: opaque, never given twice. */
  version: string;
  /** Present only when the write removed most of the text on the agent path. */
  truncation?: Truncation;
  /** What the text's author should know. */
  notes: Note[];
  /** In order. */
  events: Event[];
}

/** The answer of a deletion. */
export interface Deleted {
  /** The task. */
  task: string;
  /** The number of revisions that stay. */
  revisions: number;
  /** The new edit version. */
  version: string;
  /** In order. */
  events: Event[];
}

/** A plan as it stands. */
export interface Plan {
  /** The task. */
  task: string;
  /** Its title. */
  title: string;
  /** The text, byte for byte as stored. */
  content: string;
  /** Size in bytes of UTF-8. */
  bytes: number;
  /** Size in code points. */
  chars: number;
  /** The latest revision. It holds this text. */
  revision: number;
  /** The number of writes ever made. */
  position: number;
  /** The edit version. */
  version: string;
  /** Who wrote last. */
  author: Author;
  /** When this plan was created, in milliseconds since the Unix epoch; exact up to 2^53 - 1. */
  createdAtMs: number;
  /** When it was last written. */
  updatedAtMs: number;
  /** What the bytes don't show. */
  notes: Note[];
}

/** A plan without its text, as a listing shows it. */
export interface PlanSummary {
  /** The task. */
  task: string;
  /** Its title. */
  title: string;
  /** Size in bytes of UTF-8. */
  bytes: number;
  /** The latest revision. */
  revision: number;
  /** When it was last written, in milliseconds since the Unix epoch; exact up to 2^53 - 1. */
  updatedAtMs: number;
}

/** One page of plans. */
export interface PlanPage {
  /** In byte order of task ids. */
  plans: PlanSummary[];
  /** The tasks, within the caller's reach, whose head is damaged, in the same order. */
  unreadable: string[];
  /** The `from` that continues. Absent at the end. A page may be empty and still have one. */
  next?: string;
}

/** A revision without its text. */
export interface Revision {
  /** From 1, without gaps. */
  number: number;
  /** The writes it covers end here. */
  position: number;
  /** Its title. */
  title: string;
  /** Size of its text in bytes of UTF-8. */
  bytes: number;
  /** Size of its text in code points. */
  chars: number;
  /** Who wrote it. */
  author: Author;
  /** When it was created, in milliseconds since the Unix epoch; exact up to 2^53 - 1. */
  createdAtMs: number;
  /** When it was last extended. */
  updatedAtMs: number;
  /** For a restore, what it brought back. */
  restored?: Point;
}

/** One page of revisions. */
export interface RevisionPage {
  /** Newest first. */
  revisions: Revision[];
  /** Whether the task has a plan now; its revisions outlive it. */
  present: boolean;
  /** The `before` that continues. Absent at the end. */
  next?: number;
}

/** One write: what it changed, without the text. */
export interface Step {
  /** Its number, from 1. */
  position: number;
  /** When, in milliseconds since the Unix epoch; exact up to 2^53 - 1. */
  atMs: number;
  /** Where the change begins, in bytes. */
  at: number;
  /** Bytes removed there. */
  removed: number;
  /** Bytes inserted there. */
  inserted: number;
}

/** One page of steps. */
export interface StepPage {
  /** In order. */
  steps: Step[];
  /** The `from` that continues. Absent at the end. */
  next?: number;
}

/** A text of the past. */
export interface Past {
  /** The task. */
  task: string;
  /** Its title then. */
  title: string;
  /** The text. */
  content: string;
  /** The number of writes that made it. */
  position: number;
  /** The revision that covers that position. */
  revision: number;
}

/** What an append would store. */
export interface Composed {
  /** The composed text. */
  text: string;
  /** Its size in bytes of UTF-8. */
  bytes: number;
  /** How many bytes of the stored text are kept: where the seam begins. */
  kept: number;
  /** Where the fragment's own text begins, in bytes: where the seam ends. */
  fragmentAt: number;
}

/** The limits in force. */
export interface Limits {
  /** Bytes of UTF-8 of a stored text. */
  contentBytes: number;
  /** Characters of a task id. */
  taskIdChars: number;
  /** Characters of a title. */
  titleChars: number;
  /** Characters of an author's name. */
  authorChars: number;
  /** Default of `context.coalesceWindowMs`. */
  coalesceWindowMs: number;
  /** Entries of one page of a listing. */
  pageEntries: number;
}

/** One text that the engine renders. */
export interface RenderedText {
  /** Its name in the catalog. */
  id: string;
  /** Raised whenever its words change. */
  version: number;
  /** SHA-256 of its template, 64 hex digits. */
  digest: string;
}

/** The description of an engine. */
export interface Description {
  /** The engine's version. */
  version: string;
  /** The newest format of a scope that it reads and writes. */
  format: number;
  /** The limits. */
  limits: Limits;
  /** Every text it renders, in order of id. */
  texts: RenderedText[];
}

/** What some refusals carry. */
export interface Facts {
  /** Size in bytes of UTF-8 of the text that was measured, with `content-too-large`. */
  bytes?: number;
  /** The limit that applies, in the unit the message names. */
  limit?: number;
  /** How often the text to find occurs, with `find-ambiguous`. */
  occurrences?: number;
  /** The version that is current, with `version-conflict`. */
  currentVersion?: string;
  /** The ids that could be meant, with `ambiguous-title`, in order. */
  candidates?: string[];
}

/** What a caller wants with a task. */
export type Reach = 'read' | 'write';

/** How a Planmark is opened: with a home or with a store, never both. */
export interface Options {
  /** The folder that holds the plans; made when it is missing. Shared with every other Planmark. */
  home?: string;
  /** A store of your own, or `memory()`. */
  store?: Store;
  /** Milliseconds since the Unix epoch, a whole number. The system's clock when absent. */
  clock?: () => number;
  /**
   * Says at once whether `caller` may reach the task. Everybody may when absent. It may throw a
   * `CapabilityError`, which counts as no.
   */
  access?: (caller: Author, task: string, reach: Reach) => boolean;
  /** How long a write waits for a task that another process holds, in milliseconds; 5,000 when absent. */
  leaseWaitMs?: number;
  /**
   * The file in which every call is recorded, for `replay`. It holds the text of plans. Without it
   * `PLANMARK_TRACE` of the environment names one; when both are absent, nothing is recorded.
   */
  trace?: string;
}

/** What came of running a trace again. */
export interface Replay {
  /** How many calls the trace holds. */
  calls: number;
  /** How many of them asked and answered the same. */
  same: number;
  /** The others: the first difference of each, in the order of the trace. */
  differences: Difference[];
  /** The number of the last line where it was cut off: it is no call. */
  cut?: number;
}

/** Where a call goes another way than the one recorded. */
export interface Difference {
  /** The number of its line, from 1. */
  line: number;
  /** The export, as in `wit/`. */
  interface: string;
  /** Its function. */
  function: string;
  /** What differs: the component, so that it wasn't run; what the engine asks; what it answers. */
  part: 'component' | 'step' | 'result';
  /** The number of the step that differs, from 1. */
  step?: number;
  /** What the trace has; absent where the engine asks once more. */
  expected?: unknown;
  /** What came now; absent where the engine asks nothing more. */
  actual?: unknown;
}

/** What a scope guards. */
export type ScopeKind = 'task' | 'session';

/** The unit of locking, and of one commit. */
export interface Scope {
  /** What `id` names. */
  kind: ScopeKind;
  /** A task id or a session id. */
  id: string;
}

/** One stored cell. */
export interface Cell {
  /** Printable ASCII without space, 1 to 512 characters. */
  key: string;
  /** At most 1,048,576 bytes of UTF-8. */
  value: string;
  /** From a counter of the store; never used twice for one key. Starts at 1. */
  version: bigint;
}

/** What a mutation does: puts a value, removes the cell, or only checks its version. */
export type Action = { tag: 'put'; val: string } | { tag: 'remove' } | { tag: 'check' };

/** One part of a commit. */
export interface Mutation {
  /** The cell's key; no key occurs twice in a commit. */
  key: string;
  /** The version the cell must have; absent when it must be absent. */
  expected?: bigint;
  /** What to do. */
  action: Action;
}

/** Cells in key order. */
export interface CellPage {
  /** The cells. */
  cells: Cell[];
  /** The first key left out; absent at the end. */
  next?: string;
}

/** Scope ids in byte order. */
export interface ScopePage {
  /** The ids. */
  ids: string[];
  /** The first id left out; absent at the end. */
  next?: string;
}

/** A saved plan body. */
export interface Body {
  /** The text. */
  text: string;
  /** The path a person can open, where there is one. */
  path?: string;
}

/** One line of a listing of bodies. */
export interface BodyEntry {
  /** The plan id. */
  plan: string;
  /** Size in bytes. */
  bytes: bigint;
  /** Milliseconds since the last change; 0 when the clock stepped back. */
  ageMs: bigint;
}

/** Bodies in byte order of plan ids. */
export interface BodyPage {
  /** The entries. */
  entries: BodyEntry[];
  /** The first plan id left out; absent at the end. */
  next?: string;
}

/**
 * A place where plans are kept. `memory()` and `open({home})` bring one; one of your own keeps the
 * contract of `wit/locking.wit`, `wit/storage.wit` and `wit/bodies.wit`.
 */
export interface Store {
  /** Starts a call: no snapshot yet, no lease. */
  begin(): StoreCall;
  /** Gives back what the store holds open. */
  close(): void;
}

/**
 * One call's view of a store. Nothing here may wait, and every failure is a thrown
 * `CapabilityError`: a held scope answers `busy` at once, and Planmark tries the whole call again.
 */
export interface StoreCall {
  /** Gives the call the lease of a scope, and ends its snapshot. One lease a call. */
  acquire(scope: Scope): void;
  /** Reads one cell from the call's snapshot. */
  get(scope: Scope, key: string): Cell | undefined;
  /** Reads cells that start with `prefix`, from `from` (inclusive) on, at most `limit`. */
  scan(scope: Scope, prefix: string, from: string, limit: number): CellPage;
  /** Lists the scopes of a kind that hold a cell, from `from` (inclusive) on, at most `limit`. */
  scopes(kind: ScopeKind, from: string, limit: number): ScopePage;
  /** Applies 1 to 64 mutations to the leased scope, all or none, durably; ends lease and snapshot. */
  commit(scope: Scope, mutations: Mutation[]): void;
  /** Stores a body under a new name and gives its path, where it has one. */
  writeBody(session: string, plan: string, text: string): string | undefined;
  /** Reads a body. */
  readBody(session: string, plan: string): Body | undefined;
  /** Lists the bodies of a session from plan id `from` on, at most `limit`. */
  listBodies(session: string, from: string, limit: number): BodyPage;
  /** Removes a body; one that is not there is removed already. */
  removeBody(session: string, plan: string): void;
  /** Ends the snapshot and the lease, whatever happened before. Never throws. */
  end(): void;
}
