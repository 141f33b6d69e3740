/**
 * Compares the types of this host with those of `wit/`, as the transpiler gives them. Nothing here
 * runs: `tsc` refuses to compile where one of the two has a function, field or case that the other
 * hasn't.
 */

import type { Plain } from '../src/answer.js';
import type { ContinueRuntime, Planmark, Preview, Tracker as Tracking } from '../src/index.js';
import type * as host from '../src/types.js';
import type * as bodies from '../generated/wit/interfaces/planmark-engine-bodies.js';
import type * as documents from '../generated/wit/interfaces/planmark-engine-documents.js';
import type * as ledger from '../generated/wit/interfaces/planmark-engine-ledger.js';
import type * as tools from '../generated/wit/interfaces/planmark-engine-agent-tools.js';
import type * as roots from '../generated/wit/interfaces/planmark-engine-roots.js';
import type * as runtime from '../generated/wit/interfaces/planmark-engine-runtime.js';
import type * as tracker from '../generated/wit/interfaces/planmark-engine-tracker.js';
import type * as info from '../generated/wit/interfaces/planmark-engine-info.js';
import type * as preview from '../generated/wit/interfaces/planmark-engine-preview.js';
import type * as storage from '../generated/wit/interfaces/planmark-engine-storage.js';
import type * as types from '../generated/wit/interfaces/planmark-engine-types.js';
import type * as builtDocuments from '../generated/interfaces/planmark-engine-documents.js';
import type * as builtPreview from '../generated/interfaces/planmark-engine-preview.js';
import type * as builtTools from '../generated/interfaces/planmark-engine-agent-tools.js';
import type * as builtRuntime from '../generated/interfaces/planmark-engine-runtime.js';
import type * as builtTracker from '../generated/interfaces/planmark-engine-tracker.js';
import type { CapabilityCode } from '../src/error.js';
import type { imports } from '../src/imports.js';
import type { Root } from '../generated/wit/planmark.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Types in one form: objects spelt out, also inside of promises and functions. */
type Flat<T> = T extends (...args: infer A) => infer R
  ? { takes: Flat<A>; gives: Flat<R> }
  : T extends Promise<infer V>
    ? { promises: Flat<V> }
    : T extends object
      ? { [K in keyof T]: Flat<T[K]> }
      : T;
type Same<A, B> = Equal<Flat<A>, Flat<B>>;
/** Compares requests, of which this host lets texts be left out. */
type SameFields<A, B> = Same<Required<A>, Required<B>>;
/** Takes only what holds. */
type Check<_T extends true[]> = void;

export type Vocabulary = Check<
  [
    Same<types.Author, host.Author>,
    Same<types.Scope, host.Scope>,
    Same<types.Effect, host.Effect>,
    Same<types.CapabilityCode, CapabilityCode>,
    Same<Plain<types.Note>, host.Note>,
    SameFields<Omit<types.Failure, 'code' | 'message' | 'next' | 'effect'>, host.Facts>,
    Same<Plain<ledger.Entry>, host.Entry>,
    Same<Plain<ledger.Event>, host.EntryEvent>,
    Same<ledger.Reference, host.Reference>,
    Same<ledger.SeedTask, host.SeedTask>,
    Same<ledger.Mode, host.Mode>,
  ]
>;

export type Requests = Check<
  [
    Same<Plain<documents.Context>, host.Context>,
    SameFields<documents.WriteRequest, host.WriteRequest>,
    SameFields<documents.EditRequest, host.EditRequest>,
    SameFields<documents.SaveRequest, host.SaveRequest>,
    SameFields<Plain<documents.RestoreRequest>, host.RestoreRequest>,
    SameFields<documents.DeleteRequest, host.DeleteRequest>,
    Same<Plain<documents.Point>, host.Point>,
    Same<tracker.Context, host.SessionContext>,
    Same<Plain<tracker.ImportRequest>, host.ImportRequest>,
    Same<roots.Admission, host.Admission>,
    Same<roots.Item, host.RootItem>,
    Same<roots.ItemKey, host.RootItemKey>,
    Same<roots.ReadArguments, host.ReadArguments>,
    Same<roots.Receipt, host.Receipt>,
    Same<roots.Seat, host.Seat>,
    Same<roots.Observation, host.Observation>,
    Same<roots.Trigger, host.Trigger>,
    Same<roots.ClientCall, host.ClientCall>,
    Same<roots.FileChange, host.FileChange>,
    Same<roots.Ending, host.Ending>,
    Same<runtime.Signs, host.Signs>,
    Same<runtime.Assembly, host.Assembly>,
    Same<Plain<preview.SessionLog>, host.SessionLog>,
    Same<Plain<preview.RootRequest>, host.RootRequest>,
    SameFields<tools.Offer, host.Offer>,
    SameFields<Omit<Plain<tools.CallContext>, 'offer'>, Omit<host.CallContext, 'offer'>>,
  ]
>;

/** The exports of `documents`, and what this host makes of them. */
type Answer<F extends (...args: never[]) => unknown> = Plain<ReturnType<F>>;
type Documents = {
  create: [Promise<Answer<typeof documents.create>>, ...Parameters<typeof documents.create>];
  update: [Promise<Answer<typeof documents.update>>, ...Parameters<typeof documents.update>];
  edit: [Promise<Answer<typeof documents.edit>>, ...Parameters<typeof documents.edit>];
  save: [Promise<Answer<typeof documents.save>>, ...Parameters<typeof documents.save>];
  restore: [Promise<Answer<typeof documents.restore>>, ...Parameters<typeof documents.restore>];
  delete: [Promise<Answer<typeof documents.delete>>, ...Parameters<typeof documents.delete>];
  read: [Answer<typeof documents.read>, ...Parameters<typeof documents.read>];
  list: [Answer<typeof documents.list>, ...Parameters<typeof documents.list>];
  revisions: [Answer<typeof documents.revisions>, ...Parameters<typeof documents.revisions>];
  steps: [Answer<typeof documents.steps>, ...Parameters<typeof documents.steps>];
  readPast: [Answer<typeof documents.readPast>, ...Parameters<typeof documents.readPast>];
};
type Tracker = {
  create: [Promise<Answer<typeof tracker.create>>, ...Parameters<typeof tracker.create>];
  describe: [Answer<typeof tracker.describe>, ...Parameters<typeof tracker.describe>];
  sessions: [Answer<typeof tracker.sessions>, ...Parameters<typeof tracker.sessions>];
  branch: [Answer<typeof tracker.branch>, ...Parameters<typeof tracker.branch>];
  fork: [Promise<Answer<typeof tracker.fork>>, ...Parameters<typeof tracker.fork>];
  navigate: [Promise<Answer<typeof tracker.navigate>>, ...Parameters<typeof tracker.navigate>];
  import: [Promise<Answer<typeof tracker.import>>, ...Parameters<typeof tracker.import>];
  setMode: [Promise<Answer<typeof tracker.setMode>>, ...Parameters<typeof tracker.setMode>];
  save: [Promise<Answer<typeof tracker.save>>, ...Parameters<typeof tracker.save>];
  select: [Promise<Answer<typeof tracker.select>>, ...Parameters<typeof tracker.select>];
  clear: [Promise<Answer<typeof tracker.clear>>, ...Parameters<typeof tracker.clear>];
  tick: [Promise<Answer<typeof tracker.tick>>, ...Parameters<typeof tracker.tick>];
  untick: [Promise<Answer<typeof tracker.untick>>, ...Parameters<typeof tracker.untick>];
  view: [Answer<typeof tracker.view>, ...Parameters<typeof tracker.view>];
  tasks: [Answer<typeof tracker.tasks>, ...Parameters<typeof tracker.tasks>];
  marker: [Answer<typeof tracker.marker>, ...Parameters<typeof tracker.marker>];
  prompt: [Answer<typeof tracker.prompt>, ...Parameters<typeof tracker.prompt>];
  collect: [Promise<Answer<typeof tracker.collect>>, ...Parameters<typeof tracker.collect>];
};
type Runtime = {
  cutover: [Promise<Answer<typeof runtime.cutover>>, ...Parameters<typeof runtime.cutover>];
  rollback: [Promise<Answer<typeof runtime.rollback>>, ...Parameters<typeof runtime.rollback>];
  admit: [Promise<Answer<typeof runtime.admit>>, ...Parameters<typeof runtime.admit>];
  obligation: [Promise<Answer<typeof runtime.obligation>>, ...Parameters<typeof runtime.obligation>];
  discharge: [Promise<Answer<typeof runtime.discharge>>, ...Parameters<typeof runtime.discharge>];
  block: [Promise<Answer<typeof runtime.block>>, ...Parameters<typeof runtime.block>];
  unblock: [Promise<Answer<typeof runtime.unblock>>, ...Parameters<typeof runtime.unblock>];
  seal: [Promise<Answer<typeof runtime.seal>>, ...Parameters<typeof runtime.seal>];
  roots: [Answer<typeof runtime.roots>, ...Parameters<typeof runtime.roots>];
  read: [Promise<Answer<typeof runtime.read>>, ...Parameters<typeof runtime.read>];
  currentSchemas: [Answer<typeof runtime.currentSchemas>, ...Parameters<typeof runtime.currentSchemas>];
  payload: [Answer<typeof runtime.payload>, ...Parameters<typeof runtime.payload>];
  observe: [Answer<typeof runtime.observe>, ...Parameters<typeof runtime.observe>];
  reconcile: [Promise<Answer<typeof runtime.reconcile>>, ...Parameters<typeof runtime.reconcile>];
  validate: [Answer<typeof runtime.validate>, ...Parameters<typeof runtime.validate>];
  guardLine: [Answer<typeof runtime.guardLine>, ...Parameters<typeof runtime.guardLine>];
  guardLint: [Answer<typeof runtime.guardLint>, ...Parameters<typeof runtime.guardLint>];
  turnBegins: [Promise<Answer<typeof runtime.turnBegins>>, ...Parameters<typeof runtime.turnBegins>];
  triggerOf: [Answer<typeof runtime.triggerOf>, ...Parameters<typeof runtime.triggerOf>];
  restored: [Answer<typeof runtime.restored>, ...Parameters<typeof runtime.restored>];
  beforeChange: [Answer<typeof runtime.beforeChange>, ...Parameters<typeof runtime.beforeChange>];
  beforeCall: [Answer<typeof runtime.beforeCall>, ...Parameters<typeof runtime.beforeCall>];
  afterCall: [Promise<Answer<typeof runtime.afterCall>>, ...Parameters<typeof runtime.afterCall>];
  unreadableInput: [Answer<typeof runtime.unreadableInput>, ...Parameters<typeof runtime.unreadableInput>];
  turnEnds: [Promise<Answer<typeof runtime.turnEnds>>, ...Parameters<typeof runtime.turnEnds>];
  identify: [Answer<typeof runtime.identify>, ...Parameters<typeof runtime.identify>];
  clients: [Answer<typeof runtime.clients>, ...Parameters<typeof runtime.clients>];
};
type Pure = {
  compose: [Answer<typeof preview.compose>, ...Parameters<typeof preview.compose>];
  inspect: [Answer<typeof preview.inspect>, ...Parameters<typeof preview.inspect>];
  parse: [Answer<typeof preview.parse>, ...Parameters<typeof preview.parse>];
  resolve: [Answer<typeof preview.resolve>, ...Parameters<typeof preview.resolve>];
  branch: [Answer<typeof preview.branch>, ...Parameters<typeof preview.branch>];
  fold: [Answer<typeof preview.fold>, ...Parameters<typeof preview.fold>];
  save: [Answer<typeof preview.save>, ...Parameters<typeof preview.save>];
  tick: [Answer<typeof preview.tick>, ...Parameters<typeof preview.tick>];
  untick: [Answer<typeof preview.untick>, ...Parameters<typeof preview.untick>];
  tasks: [Answer<typeof preview.tasks>, ...Parameters<typeof preview.tasks>];
  marker: [Answer<typeof preview.marker>, ...Parameters<typeof preview.marker>];
  prompt: [Answer<typeof preview.prompt>, ...Parameters<typeof preview.prompt>];
  roots: [Answer<typeof preview.roots>, ...Parameters<typeof preview.roots>];
  changeRoot: [Answer<typeof preview.changeRoot>, ...Parameters<typeof preview.changeRoot>];
  continueRead: [Answer<typeof preview.continueRead>, ...Parameters<typeof preview.continueRead>];
  reconcile: [Answer<typeof preview.reconcile>, ...Parameters<typeof preview.reconcile>];
  payload: [Answer<typeof preview.payload>, ...Parameters<typeof preview.payload>];
  observe: [Answer<typeof preview.observe>, ...Parameters<typeof preview.observe>];
  validate: [Answer<typeof preview.validate>, ...Parameters<typeof preview.validate>];
  guardLine: [Answer<typeof preview.guardLine>, ...Parameters<typeof preview.guardLine>];
  turnBegins: [Answer<typeof preview.turnBegins>, ...Parameters<typeof preview.turnBegins>];
  triggerOf: [Answer<typeof preview.triggerOf>, ...Parameters<typeof preview.triggerOf>];
  restored: [Answer<typeof preview.restored>, ...Parameters<typeof preview.restored>];
  beforeChange: [Answer<typeof preview.beforeChange>, ...Parameters<typeof preview.beforeChange>];
  beforeCall: [Answer<typeof preview.beforeCall>, ...Parameters<typeof preview.beforeCall>];
  afterCall: [Answer<typeof preview.afterCall>, ...Parameters<typeof preview.afterCall>];
  unreadableInput: [Answer<typeof preview.unreadableInput>, ...Parameters<typeof preview.unreadableInput>];
  turnEnds: [Answer<typeof preview.turnEnds>, ...Parameters<typeof preview.turnEnds>];
};
/** What the functions for agents' tools are called here. */
type Tools = {
  tools: [Answer<typeof tools.list>, ...Parameters<typeof tools.list>];
  toolInstructions: [Answer<typeof tools.instructions>, ...Parameters<typeof tools.instructions>];
  toolPrompts: [Answer<typeof tools.prompts>, ...Parameters<typeof tools.prompts>];
  toolPrompt: [Answer<typeof tools.ask>, ...Required<Parameters<typeof tools.ask>>];
  callTool: [Promise<Answer<typeof tools.call>>, ...Parameters<typeof tools.call>];
  toolRefusal: [Answer<typeof tools.refusal>, ...Parameters<typeof tools.refusal>];
};
type Info = { describe: [Answer<typeof info.describe>, ...Parameters<typeof info.describe>] };
type Found<C> = {
  [K in keyof C as C[K] extends (...args: never[]) => unknown ? K : never]: C[K] extends (
    ...args: infer A
  ) => infer R
    ? [R, ...Required<A>]
    : never;
};

/** Of each function: how many arguments there are, and the whole of the answer. */
type Shape<T extends Record<keyof T, [unknown, ...unknown[]]>> = { [K in keyof T]: [T[K][0], T[K]['length']] };

export type Functions = Check<
  [
    Equal<keyof typeof documents, keyof Documents>,
    Equal<keyof typeof tracker, keyof Tracker>,
    Equal<keyof typeof runtime, keyof Runtime>,
    Equal<keyof typeof preview, keyof Pure>,
    Equal<keyof typeof tools, 'list' | 'prompts' | 'ask' | 'instructions' | 'call' | 'refusal'>,
    Equal<keyof typeof info, keyof Info>,
    Same<Shape<Documents & Tools & Info>, Shape<Omit<Found<Planmark>, 'close'>>>,
    Same<Shape<Tracker>, Shape<Found<Tracking>>>,
    Same<Shape<Runtime>, Shape<Found<ContinueRuntime>>>,
    Same<Shape<Pure>, Shape<Found<Preview>>>,
    Equal<Exclude<keyof Root, `planmark:${string}`>, 'documents' | 'tracker' | 'runtime' | 'agentTools' | 'preview' | 'info'>,
    // The component was built from the same wit/.
    Same<typeof documents, typeof builtDocuments>,
    Same<typeof tracker, typeof builtTracker>,
    Same<typeof runtime, typeof builtRuntime>,
    Same<typeof tools, typeof builtTools>,
    Same<typeof preview, typeof builtPreview>,
  ]
>;

/** The imports that `wit/` wants, and those that this host has. */
type Imports = ReturnType<typeof imports>;
type Versioned = import('../generated/wit/planmark.js').ImportObject;
type Unversioned<N> = N extends `${infer Name}@${string}` ? Name : N;

export type Capabilities = Check<
  [
    Equal<Exclude<Unversioned<keyof Versioned>, `planmark:engine/${'types' | 'ledger' | 'roots'}`>, keyof Imports>,
    Equal<keyof Versioned['planmark:engine/storage@0.1.0'], keyof Imports['planmark:engine/storage']>,
    Equal<keyof Versioned['planmark:engine/bodies@0.1.0'], keyof Imports['planmark:engine/bodies']>,
    Equal<keyof Versioned['planmark:engine/locking@0.1.0'], keyof Imports['planmark:engine/locking']>,
    Equal<keyof Versioned['planmark:engine/access@0.1.0'], keyof Imports['planmark:engine/access']>,
    Equal<keyof Versioned['planmark:engine/clock@0.1.0'], keyof Imports['planmark:engine/clock']>,
    Same<storage.Cell, host.Cell>,
    Same<storage.Page, host.CellPage>,
    Same<storage.ScopePage, host.ScopePage>,
    Same<storage.Mutation, host.Mutation>,
    Same<bodies.Body, host.Body>,
    Same<bodies.BodyPage, host.BodyPage>,
  ]
>;
