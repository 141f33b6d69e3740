// A session with the official client library in Python.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { home, planmark, run } from "./programs.js";

test("a session over stdio", async (t) => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const script = fileURLToPath(new URL("session.py", import.meta.url));
  const { exit, out, err } = await run(join(root, "target/mcp-python/bin/python"), [script, planmark, home(t)]);
  assert.equal(exit, 0, err);
  assert.equal(out, "ok\n");
});
