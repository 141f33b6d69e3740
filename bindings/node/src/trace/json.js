/** JSON as every host reads it in a trace (`docs/traces.md`). `JSON.parse` takes more than others do. */

/**
 * Most levels of lists and objects in each other: what is told of a difference has a few more, and every
 * reader has to read that.
 */
const LEVELS_MAX = 100;

/**
 * Reads one value.
 *
 * @param {string} text
 * @returns {unknown}
 * @throws {Error} For what is no JSON or nested deeper, for a name that comes twice in its object, for a
 *   number that is not a whole one of at most 32 bits, and for half a surrogate pair.
 */
export function parse(text) {
  const value = JSON.parse(text);
  checkTokens(text);
  return value;
}

/** @param {string} text A text that is JSON. */
function checkTokens(text) {
  /** @type {Set<string>[]} The names so far in each object that is open; a list has none. */
  const open = [];
  for (let at = 0; at < text.length;) {
    const char = /** @type {string} */ (text[at]);
    let end = at + 1;
    if (char === '{' || char === '[') {
      expect(open.push(new Set()) <= LEVELS_MAX, `it is nested deeper than ${LEVELS_MAX} levels`);
    } else if (char === '}' || char === ']') {
      open.pop();
    } else if (char === '"') {
      end = endOfText(text, at);
      checkText(JSON.parse(text.slice(at, end)), isName(text, end) ? open.at(-1) : undefined);
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      while (/[\d.eE+-]/.test(text[end] ?? '')) end += 1;
      checkNumber(text.slice(at, end));
    }
    at = end;
  }
}

/**
 * @param {string} text
 * @param {number} start Where its quotation mark stands.
 */
function endOfText(text, start) {
  for (let at = start + 1; ; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
}

/**
 * Whether what ends there is the name of a field.
 *
 * @param {string} text
 * @param {number} end
 */
function isName(text, end) {
  while (/\s/.test(text[end] ?? '')) end += 1;
  return text[end] === ':';
}

/**
 * @param {string} text
 * @param {Set<string> | undefined} names Those before it, where it is a name.
 */
function checkText(text, names) {
  expect(text.isWellFormed(), 'a text holds half of a surrogate pair');
  if (names?.has(text)) throw new Error(`the name ${JSON.stringify(text)} comes twice`);
  names?.add(text);
}

/** @param {string} digits */
function checkNumber(digits) {
  const is = /^-?\d+$/.test(digits) && digits !== '-0' && Number(digits) >= -(2 ** 31) && Number(digits) < 2 ** 32;
  expect(is, `${digits.slice(0, 60)} is no whole number of at most 32 bits`);
}

/**
 * @param {boolean} holds
 * @param {string} otherwise
 */
export function expect(holds, otherwise) {
  if (!holds) throw new Error(otherwise);
}
