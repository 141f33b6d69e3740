/**
 * Compares the types of this host with those of `wit/`, as the transpiler gives them. Nothing here
 * runs: `tsc` refuses to compile where one of the two has a function, field or case that the other
 * hasn't.
 */

import type { Plain } from '../src/answer.js';
import type { Planmark } from '../src/index.js';
import type * as host from '../src/types.js';
import type * as bodies from '../generated/wit/interfaces/planmark-engine-bodies.js';
import type * as documents from '../generated/wit/interfaces/planmark-engine-documents.js';
import type * as info from '../generated/wit/interfaces/planmark-engine-info.js';
import type * as preview from '../generated/wit/interfaces/planmark-engine-preview.js';
import type * as storage from '../generated/wit/interfaces/planmark-engine-storage.js';
import type * as types from '../generated/wit/interfaces/planmark-engine-types.js';
import type * as built from '../generated/interfaces/planmark-engine-documents.js';
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
    Same<Omit<types.Failure, 'code' | 'message' | 'next' | 'effect'>, host.Facts>,
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
type Pure = {
  compose: [Answer<typeof preview.compose>, ...Parameters<typeof preview.compose>];
  inspect: [Answer<typeof preview.inspect>, ...Parameters<typeof preview.inspect>];
  describe: [Answer<typeof info.describe>, ...Parameters<typeof info.describe>];
};
type Wanted = Documents & Pure;
type Found = { [K in Exclude<keyof Planmark, 'close'>]: [ReturnType<Planmark[K]>, ...Parameters<Planmark[K]>] };

/** Of each function: how many arguments there are, and the whole of the answer. */
type Shape<T extends Record<keyof T, [unknown, ...unknown[]]>> = { [K in keyof T]: [T[K][0], T[K]['length']] };

export type Functions = Check<
  [
    Equal<keyof typeof documents, keyof Documents>,
    Equal<keyof typeof preview | keyof typeof info, keyof Pure>,
    Equal<keyof Wanted, keyof Found>,
    Same<Shape<Wanted>, Shape<Found>>,
    Equal<Exclude<keyof Root, `planmark:${string}`>, 'documents' | 'preview' | 'info'>,
    // The component was built from the same wit/.
    Same<typeof documents, typeof built>,
  ]
>;

/** The imports that `wit/` wants, and those that this host has. */
type Imports = ReturnType<typeof imports>;
type Versioned = import('../generated/wit/planmark.js').ImportObject;
type Unversioned<N> = N extends `${infer Name}@${string}` ? Name : N;

export type Capabilities = Check<
  [
    Equal<Exclude<Unversioned<keyof Versioned>, 'planmark:engine/types'>, keyof Imports>,
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
