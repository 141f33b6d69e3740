/**
 * Makes `generated/`: the component as JavaScript and core WebAssembly, the types of `wit/` for the
 * compiler and for traces, and the schema files. `setup` runs it.
 *
 * Usage: node transpile.js COMPONENT WIT SCHEMAS
 */

import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { transpileBytes } from '@bytecodealliance/jco-transpile';
import { componentEmbed, componentNew } from '@bytecodealliance/jco-transpile/wasm-tools';

import { contract } from './contract.js';
import { repair, repairTypes } from './repair.js';

const OUT = fileURLToPath(new URL('generated/', import.meta.url));

const OPTIONS = /** @type {const} */ ({
  name: 'planmark',
  instantiation: 'sync',
  strict: true,
  // A refusal is thrown as it is, without an Error around it: it is no error of the program.
  noComponentErrorWrapping: true,
});

/**
 * @param {string} component
 * @returns {Promise<Record<string, Uint8Array>>}
 */
async function engineFiles(component) {
  const { files } = await transpileBytes(await readFile(component), { ...OPTIONS });
  const mended = Object.entries(files).map(([name, bytes]) => [name, mend(name, bytes)]);
  return { ...Object.fromEntries(mended), 'modules.js': encode(modules(Object.keys(files))) };
}

/**
 * @param {string} name
 * @param {Uint8Array} bytes
 */
function mend(name, bytes) {
  if (name.endsWith('.d.ts')) return encode(repairTypes(new TextDecoder().decode(bytes)));
  return name.endsWith('.js') ? encode(repair(new TextDecoder().decode(bytes))) : bytes;
}

/**
 * Where the core modules are. The URLs are written out, for that is what bundlers look for.
 *
 * @param {string[]} names
 */
function modules(names) {
  const entries = names
    .filter((name) => name.endsWith('.wasm'))
    .map((name) => `  '${name}': new URL('./${name}', import.meta.url),\n`);
  return `export const modules = {\n${entries.join('')}};\n`;
}

/** @param {string} folder */
async function witTexts(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.wit'));
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

/**
 * The types of `wit/` itself: of a component that has its exports and imports, and does nothing.
 *
 * @param {string} folder
 */
async function witFiles(folder) {
  const texts = await witTexts(folder);
  const header = /^package .*;$/m;
  const [first = ''] = texts[0]?.match(header) ?? [];
  const witSource = [first, ...texts.map((text) => text.replace(header, ''))].join('\n');
  const core = await componentEmbed({ dummy: true, witSource, world: 'engine' });
  const { files } = await transpileBytes(await componentNew(core, []), { ...OPTIONS });
  const types = Object.entries(files).filter(([name]) => name.endsWith('.d.ts'));
  const read = encode(JSON.stringify(contract(texts)));
  return { ...Object.fromEntries(types.map(([name, bytes]) => [join('wit', name), bytes])), 'contract.json': read };
}

/** @param {string} folder */
async function schemaFiles(folder) {
  const names = (await readdir(folder)).filter((name) => /^schema-\d+\.sql$/.test(name));
  const files = names.map(async (name) => [join('schema', name), await readFile(join(folder, name))]);
  return Object.fromEntries(await Promise.all(files));
}

/** @param {string} file */
async function digestOf(file) {
  return createHash('sha256').update(await readFile(file)).digest('hex');
}

/** @param {string} text */
function encode(text) {
  return new TextEncoder().encode(text);
}

/**
 * Replaces the output folder as a whole, so that a set-up that is cut short leaves no half of one.
 *
 * @param {Record<string, Uint8Array>} files
 */
async function write(files) {
  const fresh = `${OUT.slice(0, -1)}.${process.pid}`;
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(fresh, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
  await rm(OUT, { recursive: true, force: true });
  await rename(fresh, OUT);
}

const [component, wit, schemas] = process.argv.slice(2);
if (!component || !wit || !schemas) throw new Error('usage: node transpile.js COMPONENT WIT SCHEMAS');
await write({ ...(await engineFiles(component)), 'component.sha256': encode(await digestOf(component)), ...(await witFiles(wit)), ...(await schemaFiles(schemas)) });
