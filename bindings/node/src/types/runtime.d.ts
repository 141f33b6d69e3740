/** The continue runtime: the records of `wit/runtime.wit`, and what `wit/preview.wit` adds to them. */

import type { Entry } from './ledger.js';
import type {
  Admission, Client, Directive, Root, RootEvent, RootItem, RootItemKey, RootKey, Transport, TurnEnd, View,
} from './roots.js';

/** The answer of a change of a root. */
export interface RootChanged {
  /** The root as it is now. */
  root: Root;
  /** Whether anything changed. */
  changed: boolean;
  /** Whether this is the stored answer of a request that was made before. */
  replayed: boolean;
}

/** The answer of a cutover or rollback. */
export interface CutoverSet {
  /** Whether roots that are admitted now can be driven by the engine. */
  driving: boolean;
  /** Whether anything changed. */
  changed: boolean;
  /** Whether this is the stored answer of a request that was made before. */
  replayed: boolean;
}

/** The answer of a continue read. */
export interface Reading {
  /** What is the case. */
  view: View;
  /** What to do about the transport; absent where the engine doesn't drive the root. */
  directive?: Directive;
  /** Whether anything was recorded: what is served, what is asked for, a receipt. */
  changed: boolean;
}

/** The answer of a reconciliation. */
export interface Reconciled {
  /** What is to become of the transport. */
  directive: Directive;
  /** Whether anything was recorded: what it asks for. */
  changed: boolean;
}

/** What is known about which client runs. */
export interface Signs {
  /** Variables of the environment: of each its name and value. */
  environment: [string, string][];
  /** The name by which a client introduced itself to the MCP server. */
  clientName?: string;
  /** What is configured. */
  configured?: string;
  /** What the agent answered to the question. */
  answer?: string;
}

/**
 * What settled which client runs. `environment`: the environment, or how it introduced itself;
 * `configuration`: the configuration; `answer`: the agent's answer; `none`: nothing: the question is to be
 * asked.
 */
export type Source = 'environment' | 'configuration' | 'answer' | 'none';

/** Which client runs. */
export interface Identified {
  /** The client; `other` where nothing settled it. */
  client: Client;
  /** What settled it. */
  source: Source;
  /** The question to ask, where nothing settled it. */
  question?: string;
}

/** How a client is served. */
export interface ClientLine {
  /** The client. */
  client: Client;
  /** Its name for people. */
  name: string;
  /** How it is brought back. */
  transport: Transport;
  /** Why, as a sentence. */
  reason: string;
}

/** A text that a guard line may stand in. */
export interface Assembly {
  /** Its path, with `/`, relative to what the selectors are relative to. */
  path: string;
  /** The text. */
  text: string;
}

/**
 * What is wrong with the guard line in a text. `missing`: a selected text without the line; `diverged`: the
 * line with other bytes; `repeated`: the line more than once; `copied`: the line, or its words, in a text
 * that is not selected; `selects-nothing`: a selector that selects no text.
 */
export type GuardFault = 'missing' | 'diverged' | 'repeated' | 'copied' | 'selects-nothing';

/** One finding of the lint. */
export interface GuardFinding {
  /** The path, or the selector with `selects-nothing`. */
  path: string;
  /** The line, from 1; 0 where there is none. */
  line: number;
  /** What is wrong. */
  fault: GuardFault;
  /** The same, as a sentence. */
  message: string;
}

/** A body of a plan, as a harness that keeps its own log has it. */
export interface SavedBody {
  /** The plan's id. */
  plan: string;
  /** The text as it is now. */
  text: string;
}

/**
 * What a harness that keeps its own log has of a session. What is to be recorded comes back as events: the
 * harness appends them to the branch, in order, before it uses the answer.
 */
export interface SessionLog {
  /** The branch, from its root on. Parents are not looked at. */
  branch: Entry[];
  /** The bodies of the plans of its roots, as they are now; one that can't be read is left out. */
  bodies: SavedBody[];
}

/** What may be asked of roots, as the functions of `ContinueRuntime` with the same names. */
export type RootRequest =
  | 'cutover'
  | 'rollback'
  | { admit: Admission }
  | { obligation: RootItem }
  | { discharge: RootItemKey }
  | { block: RootItem }
  | { unblock: RootItemKey }
  | { seal: RootKey };

/** A continue read as it is decided. */
export interface PlannedReading {
  /** What is the case. */
  view: View;
  /** What to do about the transport; absent where the engine doesn't drive the root. */
  directive?: Directive;
  /** What to append to the log; nothing with `retry-later`. */
  events: RootEvent[];
}

/** A directive, and what records it. */
export interface PlannedDirective {
  /** What is to become of the transport. */
  directive: Directive;
  /** What to append to the log. */
  events: RootEvent[];
}

/** How a turn ends, and what records it. */
export interface PlannedTurnEnd {
  /** Whether it goes on. */
  turnEnd: TurnEnd;
  /** What to append to the log. */
  events: RootEvent[];
}
