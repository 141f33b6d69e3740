/**
 * The plain form of what the generated code gives: `bigint` becomes `number`, a variant an object
 * of one field, or its name where it holds nothing, and what is absent is left out.
 *
 * @template T
 * @param {T} value
 * @returns {Plain<T>}
 */
export function plain(value) {
  return /** @type {Plain<T>} */ (convert(value));
}

/**
 * @param {unknown} value
 * @returns {unknown}
 */
function convert(value) {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(convert);
  if ('tag' in value) return 'val' in value ? { [String(value.tag)]: convert(value.val) } : value.tag;
  /** @type {Record<string, unknown>} */
  const out = {};
  for (const [name, field] of Object.entries(value)) {
    if (field !== undefined) out[name] = convert(field);
  }
  return out;
}

/**
 * What {@link plain} makes of a type.
 *
 * @template T
 * @typedef {T extends bigint ? number
 *   : T extends { tag: infer N extends string, val: infer V } ? { [K in N]: Plain<V> }
 *   : T extends { tag: infer N extends string } ? N
 *   : T extends (infer I)[] ? Plain<I>[]
 *   : T extends object ? { [K in keyof T]: Plain<T[K]> }
 *   : T
 * } Plain
 */
