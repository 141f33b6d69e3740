const encoder = new TextEncoder();

/** Tells the size of a text in bytes of UTF-8. Browsers have no `Buffer`, which makes no copy. */
export const byteLength =
  globalThis.Buffer?.byteLength ?? ((/** @type {string} */ text) => encoder.encode(text).length);
