/**
 * Reads `wit/` into the form in which the host in `src/trace/` checks the values of a trace: the generated
 * code carries no types. What it doesn't know ends the set-up.
 */

/** @import { Type, Types } from './src/trace/contract.js' */

const PRIMITIVES = ['bool', 'u32', 'u64', 's64', 'string'];
const TOKEN = /%?([a-z][a-z0-9-]*)|->|\S/g;
const UNREAD = [/\/\/.*$/gm, /@since\([^)]*\)/g, /^package .*;$/gm];

/**
 * Reads the interfaces in these texts.
 *
 * @param {string[]} texts
 * @returns {Types}
 * @throws {Error} For what it can't read, and for a name that stands for nothing.
 */
export function contract(texts) {
  /** @type {Types} */
  const found = { types: {}, functions: {} };
  const bare = texts.map((text) => UNREAD.reduce((rest, what) => rest.replace(what, ''), text));
  const interfaces = bare.flatMap((text) => [...text.matchAll(/^interface ([a-z-]+) \{$([^]*?)^\}$/gm)]);
  for (const [, name = '', body = ''] of interfaces) new Reader(name, body, found).read();
  const named = JSON.stringify(found).match(/(?<=")[a-z-]+\.[a-z0-9-]+(?="[^:])/g) ?? [];
  for (const name of named) if (!Object.hasOwn(found.types, name)) throw new Error(`wit/ has no type ${name}`);
  return found;
}

/** Reads one interface. */
class Reader {
  #interface;
  #tokens;
  #at = 0;
  #found;

  /**
   * @param {string} name
   * @param {string} body
   * @param {Types} found
   */
  constructor(name, body, found) {
    this.#interface = name;
    this.#tokens = [...body.matchAll(TOKEN)].map(([token, word]) => word ?? token);
    this.#found = found;
  }

  read() {
    while (this.#at < this.#tokens.length) {
      const word = this.#next();
      if (this.#skip(':')) this.#function(word);
      else if (word === 'use') this.#use();
      else this.#define(word, this.#next());
    }
  }

  /** @param {string} name */
  #function(name) {
    for (const token of ['func', '(']) this.#expect(token);
    const parameters = this.#until(')', () => this.#field()[1]);
    this.#expect('->');
    this.#found.functions[this.#own(name)] = { parameters, result: this.#type() };
    this.#expect(';');
  }

  #use() {
    const from = this.#next();
    for (const token of ['.', '{']) this.#expect(token);
    for (const name of this.#until('}', () => this.#next())) this.#found.types[this.#own(name)] = `${from}.${name}`;
    this.#expect(';');
  }

  /**
   * @param {string} kind
   * @param {string} name
   */
  #define(kind, name) {
    this.#expect('{');
    /** @type {Record<string, () => Type>} */
    const kinds = {
      record: () => ({ record: Object.fromEntries(this.#until('}', () => this.#field())) }),
      variant: () => ({ variant: Object.fromEntries(this.#until('}', () => this.#case())) }),
      enum: () => ({ enum: this.#until('}', () => this.#next()) }),
    };
    const make = kinds[kind];
    if (!make) throw new Error(`wit/ has a ${kind}, which is not known here`);
    this.#found.types[this.#own(name)] = make();
  }

  /** @returns {[string, Type]} */
  #field() {
    const name = this.#next();
    this.#expect(':');
    return [name, this.#type()];
  }

  /** @returns {[string, Type | null]} */
  #case() {
    const name = this.#next();
    if (!this.#skip('(')) return [name, null];
    const held = this.#type();
    this.#expect(')');
    return [name, held];
  }

  /** @returns {Type} */
  #type() {
    const name = this.#next();
    if (!this.#skip('<')) return PRIMITIVES.includes(name) ? name : this.#own(name);
    const [first = null, second = null, ...more] = this.#until('>', () => (this.#skip('_') ? null : this.#type()));
    if (name === 'result') return { result: { ok: first, failure: second } };
    if (name === 'tuple') return { tuple: [first, second, ...more].filter((type) => type !== null) };
    if (first === null || (name !== 'list' && name !== 'option')) throw new Error(`wit/ has a ${name}, which is not known here`);
    return name === 'list' ? { list: first } : { option: first };
  }

  /**
   * What stands between commas, up to this token.
   *
   * @template T
   * @param {string} end
   * @param {() => T} part
   * @returns {T[]}
   */
  #until(end, part) {
    const parts = [];
    while (!this.#skip(end)) {
      parts.push(part());
      if (!this.#skip(',') && this.#tokens[this.#at] !== end) this.#expect(',');
    }
    return parts;
  }

  /** @param {string} name */
  #own(name) {
    return `${this.#interface}.${name}`;
  }

  #next() {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new Error(`wit/ ends within ${this.#interface}`);
    this.#at += 1;
    return token;
  }

  /** @param {string} token */
  #skip(token) {
    const found = this.#tokens[this.#at] === token;
    this.#at += Number(found);
    return found;
  }

  /** @param {string} token */
  #expect(token) {
    const found = this.#next();
    if (found !== token) throw new Error(`wit/ has "${found}" in ${this.#interface} instead of "${token}"`);
  }
}
