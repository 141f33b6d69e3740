import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/** The package's own sources and Node's, of which the published package takes the place. */
const SOURCES = [at('../src/index.js'), at('../../node/src/index.js')];

/** Makes `tests/dist/vectors.js`, which the tests serve beside the package. */
export default defineConfig({
  resolve: { alias: { 'node:crypto': at('page/crypto.js') } },
  plugins: [
    {
      name: 'published-package',
      enforce: 'pre',
      async resolveId(source, importer) {
        const found = await this.resolve(source, importer, { skipSelf: true });
        return found && SOURCES.includes(found.id) ? { id: './planmark.js', external: true } : found;
      },
    },
  ],
  build: {
    outDir: at('dist'),
    emptyOutDir: true,
    target: 'es2023',
    minify: false,
    rolldownOptions: { checks: { pluginTimings: false } },
    lib: { entry: at('page/vectors.js'), formats: ['es'], fileName: 'vectors' },
  },
});
