/** The tools that a harness offers to an agent: the records of `wit/agent-tools.wit`. */

import type { Author, Event } from '../types.js';
import type { Client } from './roots.js';

/**
 * A group of tools: task plan documents, saved plans and their tasks, the continue runtime, and what
 * repairs.
 */
export type Profile = 'documents' | 'tracker' | 'runtime' | 'recovery';

/** How tools are called: as in this package, or as Pi's workflow extension calls the tracker's. */
export type Names = 'planmark' | 'pi';

/** Which tools are offered, and how they are called. */
export interface Offer {
  /** The groups, in any order; none twice. `documents` and `tracker` when absent or empty. */
  profiles?: Profile[];
  /** How they are called; `planmark` when absent. */
  names?: Names;
  /** What is added to each name, after an underscore. Nothing when absent. */
  suffix?: string;
}

/** One tool. */
export interface Tool {
  /** Its name as it is registered. */
  name: string;
  /** Its name for people. */
  title: string;
  /** What it does, for a model: at most 2,048 bytes. */
  description: string;
  /** JSON Schema 2020-12 of its arguments, as JSON. */
  inputSchema: string;
  /** JSON Schema 2020-12 of its structured answer, as JSON. */
  outputSchema: string;
  /** It changes nothing. */
  readOnly: boolean;
  /** It may replace or remove what is there. */
  destructive: boolean;
  /** Calling it again with the same arguments changes nothing more. */
  idempotent: boolean;
}

/** What a prompt is about. */
export interface PromptArgument {
  /** Its name: `task_id`. */
  name: string;
  /** What it is, for people. */
  description: string;
}

/** A prompt that a person can choose in a client: what it asks an agent to do with these tools. */
export interface Prompt {
  /** Its name: `plan`, `build`, `recover` or `work`. */
  name: string;
  /** Its name for people. */
  title: string;
  /** What it is for, for people. */
  description: string;
  /** What has to be given with it; absent where nothing has. */
  argument?: PromptArgument;
}

/** Who calls, on what, and how the tools were offered. */
export interface CallContext {
  /** The author of what is written. */
  caller: Author;
  /** The offer that the agent was shown; the default one when absent. */
  offer?: Offer;
  /** As in `Context`. */
  coalesceWindowMs?: number;
  /** The session of the tracker's tools; absent where the harness keeps none. */
  session?: string;
  /** The id that `save_plan` saves under: `freshPlan()` when absent. */
  freshPlan?: string;
  /** The client that the agent runs in, `other` when absent: what directives are made for. */
  client?: Client;
}

/** What a tool answers. */
export interface ToolAnswer {
  /** The answer as a JSON object: the structured content, and the text as well. */
  json: string;
  /** Whether it reports a refusal. */
  isError: boolean;
  /** Whether the call changed what is stored. */
  changed: boolean;
  /** In order, for the host to publish. */
  events: Event[];
}
