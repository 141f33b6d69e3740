/**
 * Values in the JSON of a trace, and back (`docs/traces.md`). The generated code's values carry no
 * types, and need none: only a 64-bit integer is a `bigint`, only a variant has a `tag`.
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
 * A 64-bit integer stays text: the generated code takes its digits.
 *
 * @param {unknown} json
 * @returns {unknown}
 */
export function fromJson(json) {
  if (json === null) return undefined;
  if (typeof json !== 'object') return json;
  if (Array.isArray(json)) return json.map(fromJson);
  if ('tag' in json) {
    const { tag, val = null } = /** @type {{ tag: unknown, val?: unknown }} */ (json);
    return val === null ? { tag } : { tag, val: fromJson(val) };
  }
  return Object.fromEntries(Object.entries(/** @type {object} */ (json)).map(([name, field]) => [camel(name), fromJson(field)]));
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
