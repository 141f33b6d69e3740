import { byteLength } from '../bytes.js';
import { CapabilityError } from '../error.js';
import * as form from './form.js';
import * as paging from './paging.js';

/**
 * @import { Body, BodyPage, Cell, CellPage, Mutation, Scope, ScopeKind, ScopePage, Store, StoreCall } from '../types.js'
 */

/**
 * The memory store: nothing outlives it. It keeps the whole contract, and ids of bodies that differ
 * only in case collide, as on a file system that folds it.
 *
 * @implements {Store}
 */
export class MemoryStore {
  /** @type {State} */
  state = new State(new Map());
  /** @type {Map<string, MemoryCall>} Who holds a scope. */
  held = new Map();
  /** @type {Map<string, Map<string, { text: string, writtenMs: number }>>} By session and plan. */
  bodies = new Map();
  lastVersion = 0n;

  begin() {
    return new MemoryCall(this);
  }

  close() {}
}

/**
 * What is stored at one moment. A commit changes it in place, or a copy of it while other calls
 * look at it; of the scopes, a copy copies those that it changes.
 */
class State {
  /** How many calls have this as their snapshot. */
  viewers = 0;

  /** @param {Map<string, Cells>} scopes By kind and id. */
  constructor(scopes) {
    this.scopes = scopes;
  }
}

/** The cells of one scope. */
class Cells {
  /** @type {string[] | undefined} The keys in order, once somebody has asked. */
  #keys;

  /**
   * @param {State} owner The state that may change them.
   * @param {Map<string, Cell>} byKey
   */
  constructor(owner, byKey) {
    this.owner = owner;
    this.byKey = byKey;
  }

  /** @returns {string[]} */
  get keys() {
    return (this.#keys ??= [...this.byKey.keys()].sort());
  }

  /** @param {Cell} cell */
  put(cell) {
    if (!this.byKey.has(cell.key)) this.#keys = undefined;
    this.byKey.set(cell.key, cell);
  }

  /** @param {string} key */
  remove(key) {
    this.byKey.delete(key);
    this.#keys = undefined;
  }
}

/** @implements {StoreCall} */
class MemoryCall {
  #store;
  /** @type {State | undefined} */
  #snapshot;
  /** @type {string | undefined} */
  #lease;
  #leased = false;

  /** @param {MemoryStore} store */
  constructor(store) {
    this.#store = store;
  }

  /** @param {Scope} scope */
  acquire(scope) {
    form.scope(scope);
    form.firstLease(this.#leased);
    this.#endSnapshot();
    const name = nameOf(scope);
    if (this.#store.held.has(name)) throw new CapabilityError('busy', 'the scope is held');
    this.#store.held.set(name, this);
    this.#lease = name;
    this.#leased = true;
  }

  /**
   * @param {Scope} scope
   * @param {string} key
   */
  get(scope, key) {
    form.scope(scope);
    form.key(key);
    return this.#state().scopes.get(nameOf(scope))?.byKey.get(key);
  }

  /**
   * @param {Scope} scope
   * @param {string} prefix
   * @param {string} from
   * @param {number} limit
   * @returns {CellPage}
   */
  scan(scope, prefix, from, limit) {
    form.scope(scope);
    form.scan(prefix, from, limit);
    const cells = this.#state().scopes.get(nameOf(scope));
    if (!cells) return { cells: [] };
    const keys = cells.keys.filter((key) => key.startsWith(prefix) && key >= from);
    const found = keys.slice(0, limit + 1).map((key) => /** @type {Cell} */ (cells.byKey.get(key)));
    return paging.cells(found, limit);
  }

  /**
   * @param {ScopeKind} kind
   * @param {string} from
   * @param {number} limit
   * @returns {ScopePage}
   */
  scopes(kind, from, limit) {
    form.listing(from, limit);
    const names = [...this.#state().scopes.keys()].filter((name) => name.startsWith(`${kind} `));
    const ids = names.map((name) => name.slice(kind.length + 1)).filter((id) => id >= from);
    return paging.scopes(ids.sort(), limit);
  }

  /**
   * @param {Scope} scope
   * @param {Mutation[]} mutations
   */
  commit(scope, mutations) {
    this.#endSnapshot();
    const lease = this.#endLease();
    form.scope(scope);
    form.mutations(mutations);
    const name = nameOf(scope);
    if (lease !== name) throw new CapabilityError('lease-ended', 'the call does not hold the scope');
    const found = this.#store.state.scopes.get(name)?.byKey;
    if (mutations.some(({ key, expected }) => found?.get(key)?.version !== expected)) {
      throw new CapabilityError('conflict', 'a cell has another version than expected');
    }
    this.#apply(name, mutations);
  }

  /**
   * @param {string} name
   * @param {Mutation[]} mutations
   */
  #apply(name, mutations) {
    const store = this.#store;
    store.lastVersion += 1n;
    if (store.state.viewers > 0) store.state = new State(new Map(store.state.scopes));
    const cells = ownCells(store.state, name);
    for (const { key, action } of mutations) {
      if (action.tag === 'put') cells.put({ key, value: action.val, version: store.lastVersion });
      if (action.tag === 'remove') cells.remove(key);
    }
    if (cells.byKey.size === 0) store.state.scopes.delete(name);
  }

  /**
   * @param {string} session
   * @param {string} plan
   * @param {string} text
   */
  writeBody(session, plan, text) {
    form.bodyName(session, plan);
    form.bodyText(text);
    for (const [otherSession, plans] of this.#store.bodies) {
      for (const other of plans.keys()) {
        const same = otherSession === session && other === plan;
        if (!same && folded(otherSession, other) === folded(session, plan)) {
          throw new CapabilityError('exists', "a body's name differs only in case");
        }
      }
    }
    const plans = this.#store.bodies.get(session) ?? new Map();
    const stored = plans.get(plan);
    if (stored && stored.text !== text) throw new CapabilityError('exists', 'another body has that name');
    if (!stored) plans.set(plan, { text, writtenMs: Date.now() });
    this.#store.bodies.set(session, plans);
    return undefined;
  }

  /**
   * @param {string} session
   * @param {string} plan
   * @returns {Body | undefined}
   */
  readBody(session, plan) {
    form.bodyName(session, plan);
    const stored = this.#store.bodies.get(session)?.get(plan);
    return stored && { text: stored.text };
  }

  /**
   * @param {string} session
   * @param {string} from
   * @param {number} limit
   * @returns {BodyPage}
   */
  listBodies(session, from, limit) {
    form.bodySession(session);
    form.listing(from, limit);
    const plans = this.#store.bodies.get(session) ?? new Map();
    const names = [...plans.keys()].filter((plan) => plan >= from).sort();
    const entries = names.map((plan) => {
      const { text, writtenMs } = plans.get(plan);
      return {
        plan,
        bytes: BigInt(byteLength(text)),
        ageMs: BigInt(Math.max(0, Date.now() - writtenMs)),
      };
    });
    return paging.bodies(entries, limit);
  }

  /**
   * @param {string} session
   * @param {string} plan
   */
  removeBody(session, plan) {
    form.bodyName(session, plan);
    this.#store.bodies.get(session)?.delete(plan);
  }

  end() {
    this.#endSnapshot();
    this.#endLease();
  }

  #state() {
    if (!this.#snapshot) {
      this.#snapshot = this.#store.state;
      this.#snapshot.viewers += 1;
    }
    return this.#snapshot;
  }

  #endSnapshot() {
    if (this.#snapshot) this.#snapshot.viewers -= 1;
    this.#snapshot = undefined;
  }

  #endLease() {
    const lease = this.#lease;
    if (lease !== undefined) this.#store.held.delete(lease);
    this.#lease = undefined;
    return lease;
  }
}

/** @param {Scope} scope */
function nameOf({ kind, id }) {
  return `${kind} ${id}`;
}

/**
 * The cells of a scope that this state may change.
 *
 * @param {State} state
 * @param {string} name
 */
function ownCells(state, name) {
  const found = state.scopes.get(name);
  if (found?.owner === state) return found;
  const own = new Cells(state, new Map(found?.byKey));
  state.scopes.set(name, own);
  return own;
}

/**
 * @param {string} session
 * @param {string} plan
 */
function folded(session, plan) {
  return `${session}/${plan}`.toLowerCase();
}
