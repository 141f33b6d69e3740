import { PlanmarkError } from './error.js';

/**
 * The exports of an instance, typed as the transpiler made them.
 *
 * @typedef {import('../generated/planmark.js').Root} Root
 * @typedef {Pick<Root, 'documents' | 'tracker' | 'runtime' | 'agentTools' | 'preview' | 'info'>} Exports
 */

/**
 * A component that is compiled and ready to be started any number of times.
 *
 * @typedef {object} Component
 * @property {(imports: object) => { exports: Exports, memoryBytes: () => number }} start
 */

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
  const [{ instantiate }, { modules }] = await Promise.all([
    import('../generated/planmark.js'),
    import('../generated/modules.js'),
  ]);
  const compiled = Object.entries(modules).map(async ([name, url]) => {
    return /** @type {const} */ ([name, await WebAssembly.compile(await bytes(url))]);
  });
  const byName = new Map(await Promise.all(compiled));
  return { start: (imports) => start(/** @type {any} */ (instantiate), byName, imports) };
}

/**
 * In a page the modules come from where its scripts come from; Node's `fetch` takes no files. A bundler
 * may have put a small module into its address, which a page's policy need not let it fetch.
 *
 * @param {URL} url
 */
async function bytes(url) {
  if (url.protocol === 'data:') return Uint8Array.from(atob(url.href.replace(/^.*,/, '')), (char) => char.charCodeAt(0));
  if (url.protocol === 'file:') return (await import('node:fs/promises')).readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname} answered ${response.status}`);
  return response.arrayBuffer();
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
