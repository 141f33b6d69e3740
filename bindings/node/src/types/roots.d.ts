/** Roots, what they serve and how a client is brought back: the records of `wit/roots.wit`. */

/** What names a root on a branch. */
export interface RootKey {
  /** The id of its closure, of the form of a plan id. */
  closure: string;
  /** Which run of that closure, from 1. */
  generation: number;
}

/** Who a root is, whole. Nothing in it changes while the root lives. */
export interface Identity {
  /** What names it. */
  key: RootKey;
  /** What it works on, as its owner names it: 1 to 512 characters without control characters. */
  target: string;
  /** The saved plan whose tasks it serves; none for a root of obligations alone. */
  plan?: string;
  /** Who keeps the state it is judged by: 1 to 128 characters without control characters. */
  authority: string;
}

/** The digests of what a client is shown and held to: SHA-256, 64 hex digits each. */
export interface Schemas {
  /** Of the guard line's words. */
  guard: string;
  /** Of the words of a denial. */
  hook: string;
  /** Of the words and fields of the re-entry payload. */
  payload: string;
  /** Of the calls that directives ask for. */
  directive: string;
  /** Of the fields of a receipt. */
  receipt: string;
}

/** What is admitted. */
export interface Admission {
  /** Who it is. */
  identity: Identity;
  /** The paths it owns beside the body of its plan, as globs relative to the project's folder: `*`, `**`, `?`, `[…]`, `{…,…}`. At most 64, each of 1 to 512 characters. */
  owned: string[];
  /** What is in force for it; none for a root that was never made for this engine. */
  schemas?: Schemas;
}

/**
 * Whether the engine drives a root. Fixed when it is admitted; only a second admission of the same closure
 * and generation changes it, to `ambiguous`. `engine-driven`: the engine drives it: it serves, denies,
 * asks for transports; `legacy`: it was admitted without schemas; `pre-cutover`: it was admitted before
 * the cutover; `rolled-back`: it was admitted after the cutover was rolled back; `stale`: it was admitted
 * with schemas of no catalog that this engine knows; `ambiguous`: the branch holds another admission of
 * its closure and generation.
 */
export type Verdict =
  | 'engine-driven'
  | 'legacy'
  | 'pre-cutover'
  | 'rolled-back'
  | 'stale'
  | 'ambiguous';

/** An obligation, or a reason why a root is blocked. */
export interface RootItem {
  /** The root. */
  root: RootKey;
  /** Its id, of the form of a plan id. */
  id: string;
  /** What it is: 1 to 1,024 characters without control characters. */
  text: string;
}

/** What names an item. */
export interface RootItemKey {
  /** The root. */
  root: RootKey;
  /** Its id. */
  id: string;
}

/**
 * What a turn began with. `prompt`: a person, or something the engine doesn't know; `loop-tick`: a tick of
 * the loop that a directive asked for; `restored`: the client began, resumed or compacted the session.
 */
export type Trigger =
  | 'prompt'
  | 'loop-tick'
  | 'restored';

/** The call that a directive asked for, until its result is known. */
export interface Asked {
  /** The root. */
  root: RootKey;
  /** What it is for: never `keep` or `unavailable`. */
  action: TransportAction;
  /** The tool. */
  tool: string;
  /** SHA-256 of its arguments as canonical JSON, 64 hex digits. */
  argumentsDigest: string;
}

/** The result of a call that a directive asked for. */
export interface Called {
  /** The root. */
  root: RootKey;
  /** What it was for. */
  action: TransportAction;
  /** What the client calls the transport, where it said so: 1 to 128 characters. */
  handle?: string;
}

/** That a task was served. */
export interface Served {
  /** The root. */
  root: RootKey;
  /** The task's id; `closeout` for the closeout. */
  task: string;
}

/** That a root is finished: sealed by the engine alone, when every task is done and every obligation discharged. */
export interface Receipt {
  /** Who is finished. */
  identity: Identity;
  /** SHA-256 over the admission, the plan's id, its body and its queue. */
  authoritativeDigest: string;
  /** SHA-256 over the plan's generation, its ticks, the obligations and the blocks. */
  executionDigest: string;
  /** SHA-256 over the three before. */
  digest: string;
}

/**
 * What an entry of a session says about roots.
 */
export type RootEvent =
  | 'cutover'
  | 'rollback'
  | { admit: Admitted }
  | { obligation: RootItem }
  | { discharge: RootItemKey }
  | { block: RootItem }
  | { unblock: RootItemKey }
  | { turn: Trigger }
  | { serve: Served }
  | { ask: Asked }
  | { call: Called }
  | 'continue'
  | { seal: Receipt };

/** An admission and its verdict. */
export interface Admitted {
  /** What is admitted. */
  admission: Admission;
  /** The verdict as it was when it was admitted. */
  verdict: Verdict;
}

/**
 * What became of the work of a root. `not-activated`: the engine doesn't drive it; `open`: a task is open;
 * `closing`: every task is done, and an obligation is open; `ready`: nothing is open: the next read seals
 * it; `sealed`: it is finished, and its receipt is valid; `blocked`: it is blocked; `closed-elsewhere`:
 * its plan is off the branch, or a later generation of its closure was admitted; `other-plan`: another
 * plan is the active one; `edited`: the body of its plan outlines other tasks than its queue has;
 * `unreadable`: the body of its plan is gone, or can't be read; `nothing-to-do`: it has nothing that could
 * be finished: a plan without tasks, or neither plan nor obligation.
 */
export type RootStanding =
  | 'not-activated'
  | 'open'
  | 'closing'
  | 'ready'
  | 'sealed'
  | 'blocked'
  | 'closed-elsewhere'
  | 'other-plan'
  | 'edited'
  | 'unreadable'
  | 'nothing-to-do';

/** An obligation as it stands. */
export interface Obligation {
  /** Its id. */
  id: string;
  /** What it is. */
  text: string;
  /** Whether it is discharged. */
  discharged: boolean;
}

/** A block in force. */
export interface Block {
  /** Its id. */
  id: string;
  /** Why. */
  text: string;
}

/** A root as it stands. */
export interface Root {
  /** What was admitted. */
  admission: Admission;
  /** Whether the engine drives it. */
  verdict: Verdict;
  /** What became of its work. */
  standing: RootStanding;
  /** In the order in which they were given. */
  obligations: Obligation[];
  /** In the order in which they were given. */
  blocks: Block[];
  /** From its first serve to its receipt: its paths are guarded. */
  live: boolean;
  /** The task that was served in this turn. */
  covered?: string;
  /** What a directive asked for and has no result yet. */
  asked?: Asked;
  /** What the client calls the transport that was installed, where it is known. */
  handle?: string;
  /** Its receipt, valid or not. */
  receipt?: Receipt;
}

/**
 * What kind of task is served. `task`: a task of the plan; `closeout`: what is left when every task is
 * done: the open obligations.
 */
export type TaskKind =
  | 'task'
  | 'closeout';

/** A task as it is served: `text` is what an agent gets, unchanged. */
export interface ServedTask {
  /** What it is. */
  kind: TaskKind;
  /** Its id; `closeout` for the closeout. */
  id: string;
  /** Its title; empty for the closeout. */
  title: string;
  /** Its place in the queue, from 1; one more than the tasks there are for the closeout. */
  number: number;
  /** The text. */
  text: string;
  /** SHA-256 of it, 64 hex digits. */
  digest: string;
}

/** What is to be done now. */
export interface Active {
  /** Whose work it is. */
  identity: Identity;
  /** SHA-256 over the admission, the plan's id, its body and its queue. */
  authoritativeDigest: string;
  /** SHA-256 over the plan's generation, its ticks, the obligations and the blocks. */
  executionDigest: string;
  /** The task to do. */
  currentTask: ServedTask;
  /** The one after it, to be seen and not to be begun. */
  nextUpcomingTask?: ServedTask;
}

/** That nothing is left to be done. */
export interface Completed {
  /** The sealed receipt, with the identity in it. */
  receipt: Receipt;
  /** The report, to be relayed unchanged. */
  completedReport: string;
  /** SHA-256 of it, 64 hex digits. */
  digest: string;
}

/**
 * Why a read serves nothing. `unknown-root`: the branch holds no such root; `mismatched`: the arguments
 * name another identity than the root has; `not-activated`: the engine doesn't drive the root; `blocked`:
 * the root is blocked; `closed-elsewhere`: the root was closed elsewhere; `other-plan`: another plan is
 * the active one; `edited`: the body of its plan outlines other tasks than its queue has; `unreadable`:
 * the body of its plan is gone, or can't be read; `nothing-to-do`: the root has nothing that could be
 * finished; `changing`: what is stored changed under the read, three times, or can't be read now.
 */
export type RetryReason =
  | 'unknown-root'
  | 'mismatched'
  | 'not-activated'
  | 'blocked'
  | 'closed-elsewhere'
  | 'other-plan'
  | 'edited'
  | 'unreadable'
  | 'nothing-to-do'
  | 'changing';

/** That nothing is served now. No task, no change, no second read in this turn; the transport stays. */
export interface Retry {
  /** Whose work it is, where that is known. */
  identity?: Identity;
  /** Why. */
  reason: RetryReason;
  /** Why, as a sentence. */
  message: string;
}

/**
 * What a continue read answers.
 */
export type View =
  | { active: Active }
  | { completed: Completed }
  | { 'retry-later': Retry };

/** The arguments of a continue read. There are no others, and no others are accepted. */
export interface ReadArguments {
  /** Which root. */
  key: RootKey;
  /** SHA-256 of its identity as canonical JSON, 64 hex digits. */
  identityDigest: string;
}

/** What a transport carries: one call, and no plan state. It depends on the identity alone. */
export interface ReentryPayload {
  /** 1. */
  protocolVersion: number;
  /** What the root works on. */
  domainTargetRef: string;
  /** Its plan. */
  planId?: string;
  /** Its closure. */
  closureId: string;
  /** Its generation. */
  generation: number;
  /** Who keeps its state. */
  stateAuthority: string;
  /** The catalog that the words are from. */
  promptCatalogId: string;
  /** What the transport says, at most 4,000 characters. */
  prompt: string;
  /** The tool to call, as it is registered. */
  readTool: string;
  /** Its arguments as canonical JSON. */
  readArguments: string;
  /** `ContinueRuntimeView`. */
  acceptedReportSchema: string;
  /** SHA-256 over all of the above as canonical JSON, 64 hex digits. */
  payloadDigest: string;
}

/**
 * A program that runs agents. `claude-code`: anthropic's Claude Code; `codex`: openAI's Codex; `cursor`:
 * cursor; `opencode`: openCode; `gemini`: google's Gemini CLI; `copilot`: gitHub's Copilot CLI; `vscode`:
 * visual Studio Code; `pi`: pi; `other`: another one.
 */
export type Client =
  | 'claude-code'
  | 'codex'
  | 'cursor'
  | 'opencode'
  | 'gemini'
  | 'copilot'
  | 'vscode'
  | 'pi'
  | 'other';

/**
 * How a client is brought back without a person. `goal`: a goal that the client pursues turn after turn;
 * `loop-tick`: a loop that ticks by time; `floor`: none of the client's own: the guard line and the hooks.
 */
export type Transport =
  | 'goal'
  | 'loop-tick'
  | 'floor';

/**
 * What a client shows of the transport. `absent`: there is none; `owned`: it is the one that this root's
 * payload installs, and it runs; `paused`: the same, and it is paused; `stale`: it is one of this engine,
 * of another root or generation; `foreign`: it is somebody else's. It is never touched.
 */
export type Lifecycle =
  | 'absent'
  | 'owned'
  | 'paused'
  | 'stale'
  | 'foreign';

/** What a client shows, as its own tools answer it. */
export interface Observation {
  /** The transport's state. */
  lifecycle: Lifecycle;
  /** What the client calls it, where it is owned or paused. */
  handle?: string;
}

/**
 * What is to become of a transport. `install`: make it, by the call; `keep`: leave it as it is. No call;
 * `complete`: say that its goal is reached, by the call. Needs a valid receipt; `stop`: end its loop, by
 * the call. Needs a valid receipt; `unavailable`: there is none that may be made or ended: the guard line
 * and the hooks remain. No call.
 */
export type TransportAction =
  | 'install'
  | 'keep'
  | 'complete'
  | 'stop'
  | 'unavailable';

/** One call of a client's tool, to be made once, with these arguments and no others. */
export interface ToolCall {
  /** The tool. */
  name: string;
  /** Its arguments as canonical JSON. */
  arguments: string;
}

/** Where a directive comes from. */
export interface Provenance {
  /** `planmark` and the version of the engine. */
  producer: string;
  /** The catalog in force for the root. */
  catalog: string;
  /** The text in it. */
  entry: string;
  /** The version of that text. */
  version: number;
  /** The digest of the authoritative state it was made on; empty where there is none. */
  authoritativeDigest: string;
  /** SHA-256 of `text`, 64 hex digits. */
  digest: string;
}

/** What an agent is to do about its transport. There is nothing in it to interpret. */
export interface Directive {
  /** What. */
  action: TransportAction;
  /** The call, with `install`, `complete` and `stop`. */
  call?: ToolCall;
  /** The instruction, for the agent. */
  text: string;
  /** Where it comes from. */
  provenance: Provenance;
}

/**
 * What a hook says about a call or a turn.
 */
export type Opinion =
  | 'none'
  | { deny: string };

/**
 * What a hook says at the end of a turn.
 */
export type TurnEnd =
  | 'rest'
  | { continue: string };

/**
 * What a hook says when a session begins, is resumed, or was compacted.
 */
export type ReAnchor =
  | 'none'
  | { inject: string };

/** Where an agent's client is, and how it calls the tools that texts name. */
export interface Seat {
  /** The client. */
  client: Client;
  /** `continue_runtime_read` as it is registered with the agent. */
  readTool: string;
  /** `tick_plan_task` as it is registered with the agent. */
  tickTool: string;
}

/** One change of a file that a tool is about to make. */
export interface FileChange {
  /** The path as the tool was given it: absolute, or relative to `folder`; `/` or `\`. */
  path: string;
  /** The folder the tool runs in, absolute. */
  folder: string;
  /** The project's folder, absolute: what globs are relative to. */
  project: string;
  /** Whether the file system takes names that differ in case as one. */
  foldCase: boolean;
}

/** A call of a tool that a client is about to make. */
export interface ClientCall {
  /** The tool as the client names it. */
  name: string;
  /** Its arguments, as JSON. */
  arguments: string;
}

/** How a turn ends. */
export interface Ending {
  /** What the client shows of the transport; none where it doesn't say. */
  observation?: Observation;
  /** Whether the client says that it was already kept from stopping. */
  alreadyContinued: boolean;
}
