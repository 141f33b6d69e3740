/** Checks of composed values, made of the checks of their parts. */

import { fields, list, wrong } from '../arguments.js';

/**
 * Gives a value in the form in which the generated code takes it, or throws; `what` names it.
 *
 * @template T
 * @typedef {(value: unknown, what: string) => T} Check
 */

/**
 * An object with these parts and no others. A part that is absent stays so.
 *
 * @template T
 * @param {{ [K in keyof T]-?: Check<T[K]> }} parts
 * @returns {Check<T>}
 */
export function record(parts) {
  const checks = /** @type {[string, Check<unknown>][]} */ (Object.entries(parts));
  const names = checks.map(([name]) => name);
  return (value, what) => {
    const given = fields(value, what, names);
    const checked = checks.map(([name, check]) => [name, check(given[name], `${what}.${name}`)]);
    return Object.fromEntries(checked.filter(([, part]) => part !== undefined));
  };
}

/**
 * A part that may be absent.
 *
 * @template T
 * @param {Check<T>} check
 * @returns {Check<T>}
 */
export function optional(check) {
  return (value, what) => (value === undefined ? /** @type {any} */ (undefined) : check(value, what));
}

/**
 * @template T
 * @param {Check<T>} check
 * @returns {Check<T[]>}
 */
export function listOf(check) {
  return (value, what) => list(value, what).map((item) => check(item, what));
}

/**
 * @template {string} T
 * @param {readonly T[]} known
 * @returns {Check<T>}
 */
export function oneOf(known) {
  return (value, what) => {
    const found = known.find((one) => one === value);
    if (found === undefined) throw wrong(`"${what}" must be one of ${known.join(', ')}`);
    return found;
  };
}

/**
 * A case that holds nothing, which is its name; or one that holds something, an object of one field.
 *
 * @template {{ tag: string }} T
 * @param {readonly string[]} bare The cases that hold nothing.
 * @param {Record<string, Check<unknown>>} holding What each of the others holds.
 * @returns {Check<T>}
 */
export function variant(bare, holding) {
  return (value, what) => {
    if (typeof value === 'string' && bare.includes(value)) return /** @type {any} */ ({ tag: value });
    const given = fields(value, what, Object.keys(holding));
    const [tag, ...others] = Object.keys(given).filter((name) => given[name] !== undefined);
    const check = tag === undefined ? undefined : holding[tag];
    if (!check || others.length > 0) {
      throw wrong(`"${what}" must have one of ${Object.keys(holding).join(', ')}, and not more`);
    }
    return /** @type {any} */ ({ tag, val: check(given[/** @type {string} */ (tag)], `${what}.${tag}`) });
  };
}
