import { readFile } from 'node:fs/promises';

import { PlanmarkError } from './error.js';

/**
 * The exports of an instance, typed as the transpiler made them.
 *
 * @typedef {import('../generated/planmark.js').Root} Root
 * @typedef {Pick<Root, 'documents' | 'tracker' | 'agentTools' | 'preview' | 'info'>} Exports
 */

/**
 * A component that is compiled and ready to be started any number of times.
 *
 * @typedef {object} Component
 * @property {(imports: object) => { exports: Exports, memoryBytes: () => number }} start
 */

const GENERATED = new URL('../generated/', import.meta.url);

/** @type {Promise<Component> | undefined} */
let loaded;

/**
 * Loads and compiles the component, once for the process.
 *
 * @returns {Promise<Component>}
 */
export function load() {
  loaded ??= compile().catch((cause) => {
    loaded = undefined;
    throw new PlanmarkError({
      code: 'component-unusable',
      message: `the engine of this package can't be loaded: ${cause.message}`,
      next: 'Install the package again, or run `bindings/node/setup` in a checkout.',
      cause,
    });
  });
  return loaded;
}

/** @returns {Promise<Component>} */
async function compile() {
  const { instantiate } = await import(new URL('planmark.js', GENERATED).href);
  /** @type {string[]} */
  const names = JSON.parse(await readFile(new URL('modules.json', GENERATED), 'utf8'));
  const modules = await Promise.all(
    names.map(async (name) => WebAssembly.compile(await readFile(new URL(name, GENERATED)))),
  );
  const byName = new Map(names.map((name, index) => [name, modules[index]]));
  return { start: (imports) => start(instantiate, byName, imports) };
}

/**
 * @param {(modules: (name: string) => unknown, imports: object, start: typeof startCore) => Exports} instantiate
 * @param {Map<string, unknown>} modules
 * @param {object} imports
 */
function start(instantiate, modules, imports) {
  /** @type {WebAssembly.Memory[]} */
  const memories = [];
  const exports = instantiate(
    (name) => modules.get(name),
    imports,
    (module, coreImports) => {
      const instance = startCore(module, coreImports);
      memories.push(...Object.values(instance.exports).filter((value) => value instanceof WebAssembly.Memory));
      return instance;
    },
  );
  const memoryBytes = () => memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
  return { exports, memoryBytes };
}

/**
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Imports} imports
 */
function startCore(module, imports) {
  return new WebAssembly.Instance(module, imports);
}
