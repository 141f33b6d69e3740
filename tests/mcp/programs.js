// The programs under test, and a home of its own for each test.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const built = process.env.PLANMARK_BUILT ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "release");

export const planmark = join(built, "planmark");
const fixture = join(built, "mcp_fixture");

/** A folder that is removed after the test. */
export function home(t) {
  const folder = mkdtempSync(join(tmpdir(), "planmark-mcp-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "home");
}

/** Starts the server with the suite's fixtures; gives its URL. */
export async function serveFixture(t) {
  const child = spawn(fixture, [home(t)], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill());
  const [port] = await once(createInterface({ input: child.stdout }), "line");
  return `http://127.0.0.1:${port}/mcp`;
}

/** Runs a program to its end. */
export async function run(program, args, options = {}) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let out = "";
  let err = "";
  child.stdout.on("data", (data) => (out += data));
  child.stderr.on("data", (data) => (err += data));
  const [exit] = await once(child, "close");
  return { exit, out, err };
}
