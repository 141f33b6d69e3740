/**
 * Values in the JSON of a trace (`docs/traces.md`). The generated code's values carry no types, and need
 * none here: only a 64-bit integer is a `bigint`, only a variant has a `tag`.
 */

/**
 * @param {unknown} value
 * @returns {unknown}
 */
export function toJson(value) {
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(toJson);
  if ('tag' in value) {
    const { tag, val } = /** @type {{ tag: unknown, val?: unknown }} */ (value);
    return val === undefined ? { tag } : { tag, val: toJson(val) };
  }
  const present = Object.entries(value).filter(([, field]) => field !== undefined && field !== null);
  return Object.fromEntries(present.map(([name, field]) => [kebab(name), toJson(field)]));
}

/**
 * The name in `wit/` of a name in JavaScript.
 *
 * @param {string} name
 */
export function kebab(name) {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * The name in JavaScript of a name in `wit/`.
 *
 * @param {string} name
 */
export function camel(name) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}
