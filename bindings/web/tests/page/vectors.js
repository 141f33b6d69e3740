/** The runner of the vectors, for a page: the same as in Node, on the package as it is published. */

import { open } from '../../src/index.js';
import { runVectors, summary } from '../../../node/tests/vectors.js';

/** @import { Result } from '../../../node/tests/pure.js' */

/** @param {Record<string, any>} files The files of vectors, by name. */
export async function run(files) {
  /** @type {Record<string, Result[]>} */
  const results = {};
  for (const [file, vectors] of Object.entries(files)) {
    results[file] = await runVectors(file, vectors, async (options) => {
      const planmark = await open(options);
      return { planmark, close: () => planmark.close() };
    });
  }
  return summary(results);
}
