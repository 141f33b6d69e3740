/** Debian's Chromium, and a server for it on this machine that notes what is asked of it. */

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { delimiter, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

export const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Starts the Chromium that `CHROMIUM` names, or the one on the path. */
export function launch() {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'chromium'));
  const executablePath = process.env['CHROMIUM'] || places.find((path) => existsSync(path));
  if (!executablePath) throw new Error('Chromium is missing: install it, or name one in CHROMIUM');
  return chromium.launch({ executablePath, args: ['--disable-dev-shm-usage'] });
}

/**
 * Serves folders, the first that has the file.
 *
 * @param {string[]} folders
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serve(...folders) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const name = path.endsWith('/') ? `${path}index.html` : path;
    const file = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
    if (!file) return void response.writeHead(404).end();
    const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(file))] ?? 'text/plain';
    response.writeHead(200, { 'content-type': type }).end(await readFile(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no address');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${address.port}/`, close };
}

/**
 * A page that is watched: what it asks for, what it writes to its console, what its policy stops.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function watchedPage(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  /** @type {{ requests: string[], problems: string[] }} */
  const seen = { requests: [], problems: [] };
  page.on('request', (request) => seen.requests.push(request.url()));
  page.on('pageerror', (error) => seen.problems.push(error.message));
  page.on('console', (message) => seen.problems.push(message.text()));
  await page.exposeFunction('noteViolation', (/** @type {string} */ text) => seen.problems.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      /** @type {any} */ (window).noteViolation(`${violatedDirective} stopped ${blockedURI}`);
    });
  });
  await page.goto(url);
  return { context, page, seen };
}
