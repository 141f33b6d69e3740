import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/** Makes `dist/`: the preview page, and beside it the package that it and other pages import. */
export default defineConfig({
  root: at('page'),
  base: './',
  build: {
    outDir: at('dist'),
    emptyOutDir: true,
    target: 'es2023',
    // A page that may connect to itself alone can't read data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1024,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // Asked for where the engine is a file: in no page.
      external: ['node:fs/promises'],
      input: { page: at('page/index.html'), planmark: at('src/index.js') },
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: ({ name }) => (name === 'planmark' ? 'planmark.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
