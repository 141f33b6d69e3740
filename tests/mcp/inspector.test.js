// The inspector's command line, which people debug servers with.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { home, planmark, run } from "./programs.js";

const inspector = fileURLToPath(new URL("node_modules/.bin/mcp-inspector", import.meta.url));

test("the inspector lists and calls the tools", async (t) => {
  // The inspector gives a server what it is told to, and little else of its own environment.
  const given = ["-e", `PLANMARK_HOME=${home(t)}`, planmark, "mcp"];
  const inspect = async (...args) => {
    const { exit, out, err } = await run(process.execPath, [inspector, "--cli", ...given, ...args]);
    assert.equal(exit, 0, err);
    return JSON.parse(out);
  };
  const { tools } = await inspect("--method", "tools/list");
  assert.ok(tools.some((tool) => tool.name === "create_task_plan"));
  const call = ["--method", "tools/call", "--tool-name", "create_task_plan"];
  const created = await inspect(...call, "--tool-arg", "task_id=T-1", "--tool-arg", "content=# Plan");
  assert.equal(created.structuredContent.revision, 1);
  const { resources } = await inspect("--method", "resources/list");
  assert.equal(resources[0].uri, "planmark://task/T-1");
});
