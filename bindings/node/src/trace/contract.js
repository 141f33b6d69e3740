/** Values of a trace, of the types in `wit/`, in the form that the generated code takes (`docs/traces.md`). */

import { readFile } from 'node:fs/promises';

import { expect } from './json.js';
import { camel } from './values.js';

/**
 * A type: its name (`bool`, `types.author`), or an object with the one name of what it is made by.
 *
 * @typedef {string | { list: Type } | { option: Type } | { tuple: Type[] }
 *   | { result: { ok: Type | null, failure: Type | null } } | { record: Record<string, Type> }
 *   | { enum: string[] } | { variant: Record<string, Type | null> }} Type
 */

/**
 * What the set-up reads from `wit/`.
 *
 * @typedef {object} Types
 * @property {Record<string, Type>} types What each name stands for, by interface and name.
 * @property {Record<string, { parameters: Type[], result: Type }>} functions By interface and name.
 */

/** What the functions of `wit/` take and give. */
export class Contract {
  #types;
  #functions;

  /** @param {Types} read */
  constructor({ types, functions }) {
    this.#types = types;
    this.#functions = functions;
  }

  /** Loads what the set-up has read from `wit/`. */
  static async load() {
    const text = await readFile(new URL('../../generated/contract.json', import.meta.url), 'utf8');
    return new Contract(JSON.parse(text));
  }

  /**
   * The arguments for a function.
   *
   * @param {unknown[]} json
   * @param {string} name Interface and function, with a dot between.
   * @throws {Error} Where one is not of its type.
   */
  arguments(json, name) {
    return this.#all(json, this.#functionOf(name).parameters);
  }

  /**
   * What a function of the host answers.
   *
   * @param {unknown} json
   * @param {string} name Interface and function, with a dot between.
   * @throws {Error} Where it is not of its type.
   */
  answer(json, name) {
    if (!isObject(json) || Object.keys(json).length !== 1) throw new Error('an answer is an object of one field');
    const [[given, value] = ['', null]] = Object.entries(json);
    const { result } = this.#functionOf(name);
    const parts = typeof result === 'object' && 'result' in result ? result.result : undefined;
    expect(given === 'ok' || (given === 'failure' && parts !== undefined), `there is no answer "${given}"`);
    if (!parts) return this.#of(value, result);
    return { tag: given === 'ok' ? 'ok' : 'err', val: this.#held(value, given === 'ok' ? parts.ok : parts.failure) };
  }

  /** @param {string} name */
  #functionOf(name) {
    const found = Object.hasOwn(this.#functions, name) ? this.#functions[name] : undefined;
    if (!found) throw new Error('the engine has no such function');
    return found;
  }

  /**
   * @param {unknown[]} json
   * @param {Type[]} types
   */
  #all(json, types) {
    expect(json.length === types.length, `there are ${json.length} values instead of ${types.length}`);
    return types.map((type, index) => this.#of(json[index], type));
  }

  /**
   * @param {unknown} json
   * @param {Type} type
   * @returns {unknown}
   */
  #of(json, type) {
    if (typeof type === 'string') {
      const named = this.#types[type];
      return named === undefined ? primitive(json, type) : this.#of(json, named);
    }
    if ('option' in type) return json === null ? undefined : this.#of(json, type.option);
    if ('list' in type) return array(json).map((item) => this.#of(item, type.list));
    if ('tuple' in type) return this.#all(array(json), type.tuple);
    if ('record' in type) return this.#record(json, type.record);
    if ('variant' in type) return this.#variant(json, type.variant);
    fit(json, 'enum' in type && type.enum.some((one) => one === json));
    return json;
  }

  /**
   * @param {unknown} json
   * @param {Record<string, Type>} fields
   */
  #record(json, fields) {
    fit(json, isObject(json) && Object.keys(json).every((name) => Object.hasOwn(fields, name)));
    const given = /** @type {Record<string, unknown>} */ (json);
    const made = Object.entries(fields).map(([name, type]) => {
      const may = Object.hasOwn(given, name) || (typeof type === 'object' && 'option' in type);
      expect(may, `the field "${name}" is missing`);
      return [camel(name), this.#of(given[name] ?? null, type)];
    });
    return Object.fromEntries(made);
  }

  /**
   * @param {unknown} json
   * @param {Record<string, Type | null>} cases
   */
  #variant(json, cases) {
    fit(json, isObject(json) && Object.keys(json).every((name) => name === 'tag' || name === 'val'));
    const { tag, val = null } = /** @type {{ tag?: unknown, val?: unknown }} */ (json);
    fit(json, typeof tag === 'string' && Object.hasOwn(cases, tag));
    return { tag, val: this.#held(val, cases[/** @type {string} */ (tag)] ?? null) };
  }

  /**
   * The value of a part that may hold nothing.
   *
   * @param {unknown} json
   * @param {Type | null} type
   */
  #held(json, type) {
    if (type !== null) return this.#of(json, type);
    if (json !== null) throw new Error(`${shortened(json)} stands where nothing may stand`);
    return undefined;
  }
}

/**
 * @param {unknown} json
 * @param {string} type
 */
function primitive(json, type) {
  if (type === 'bool') fit(json, typeof json === 'boolean');
  if (type === 'string') fit(json, typeof json === 'string');
  if (type === 'u32') fit(json, typeof json === 'number' && json >= 0);
  return type === 'u64' || type === 's64' ? digits(json, type) : json;
}

/**
 * @param {unknown} json
 * @param {'u64' | 's64'} type
 */
function digits(json, type) {
  const is = typeof json === 'string' && /^(0|-?[1-9]\d{0,19})$/.test(json);
  const number = is ? BigInt(json) : -1n;
  const kept = type === 'u64' ? BigInt.asUintN(64, number) : BigInt.asIntN(64, number);
  fit(json, is && kept === number);
  return number;
}

/**
 * @param {unknown} json
 * @returns {unknown[]}
 */
function array(json) {
  fit(json, Array.isArray(json));
  return /** @type {unknown[]} */ (json);
}

/**
 * @param {unknown} json
 * @returns {json is object}
 */
export function isObject(json) {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/**
 * @param {unknown} json
 * @param {boolean} isOfItsType
 */
function fit(json, isOfItsType) {
  if (!isOfItsType) throw new Error(`${shortened(json)} is not of its type`);
}

/**
 * The beginning of a value: enough to find it.
 *
 * @param {unknown} json
 */
function shortened(json) {
  return [...JSON.stringify(json).slice(0, 120)].slice(0, 60).join('');
}
