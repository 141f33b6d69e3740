/**
 * Mends the code that jco 1.35.0 generates, where it is wrong or needlessly slow for us. Each
 * repair must find what it replaces exactly as often as it says, so that another version of jco
 * ends the set-up instead of passing unnoticed.
 */

/**
 * @typedef {object} Repair
 * @property {string} why
 * @property {string | RegExp} find
 * @property {string} replacement
 * @property {(count: number) => boolean} often
 */

/** @param {number} count */
const once = (count) => count === 1;
/** @param {number} count */
const some = (count) => count >= 1;

/** @type {Repair[]} */
const REPAIRS = [
  {
    why: 'A directive that no engine knows, and of which every bundler warns.',
    find: '"use components";',
    replacement: '',
    often: once,
  },
  {
    why: 'A plain decoder drops U+FEFF at the start of every string: text would not come back as it was stored.',
    find: 'const TEXT_DECODER_UTF8 = new TextDecoder();',
    replacement: "const TEXT_DECODER_UTF8 = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });",
    often: once,
  },
  {
    why: 'Every string is measured character by character in JavaScript: most of the cost of a large text. And half a surrogate pair becomes U+FFFD without a word.',
    find: /let len = 0;\s+let codepoints = 0;\s+for \(let i = 0; i < s\.length; i\+\+\) \{[^]*?\n {4}\}\n(?=\s+const ptr = realloc\(0, 0, 1, len\);)/g,
    replacement: "if (!s.isWellFormed()) throw new TypeError('half a surrogate pair');\n    const len = globalThis.Buffer ? Buffer.byteLength(s) : TEXT_ENCODER_UTF8.encode(s).length;\n",
    often: once,
  },
  {
    why: 'The count of code points is not used, and no longer made.',
    find: 'const res = { ptr, len, codepoints };',
    replacement: 'const res = { ptr, len };',
    often: once,
  },
  {
    why: 'Reading the environment costs 0.15 µs, dozens of times a call.',
    find: /const _debugLog = \(\.\.\.args\) => \{\s+if \(!globalThis\?\.process\?\.env\?\.JCO_DEBUG\) \{ return; \}\s+console\.debug\(\.\.\.args\);\s+\}/g,
    replacement: 'const _debugLog = () => {}',
    often: once,
  },
  {
    why: 'Without WebAssembly.promising (Node 20 and 22) each of these throws, which costs 1.6 ms in so long a function; only asynchronous exports use them.',
    find: /try \{\s+(\w+Async) = WebAssembly\.promising\(([^\n]+)\);\s+\} catch\(err\) \{\s+\1 = \2;\s+\}/g,
    replacement: '$1 = $2;',
    often: some,
  },
];

/**
 * Gives the code with every repair made.
 *
 * @param {string} code
 * @throws {Error} When a repair doesn't find its place.
 */
export function repair(code) {
  let mended = code;
  for (const { why, find, replacement, often } of REPAIRS) {
    const count = typeof find === 'string' ? mended.split(find).length - 1 : [...mended.matchAll(find)].length;
    if (!often(count)) throw new Error(`the generated code has changed: found ${count} places for the repair "${why}"`);
    mended = mended.replaceAll(find, replacement);
  }
  const decoders = (mended.match(/new TextDecoder\(\)/g) ?? []).length;
  if (decoders > 0) throw new Error(`the generated code has ${decoders} more decoders that drop U+FEFF`);
  return mended;
}

/**
 * Gives declarations with their one repair: of a function that is exported under a word of the
 * language, such as `delete`, jco forgets `declare`. Compilers that check packages refuse that.
 *
 * @param {string} declarations
 */
export function repairTypes(declarations) {
  return declarations.replace(/^function /gm, 'declare function ');
}
