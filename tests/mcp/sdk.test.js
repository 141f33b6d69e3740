// A session with the official client library in TypeScript.

import assert from "node:assert/strict";
import { once } from "node:events";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";

import { home, planmark } from "./programs.js";

async function session(client) {
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.slice(0, 4).map((tool) => tool.name),
    ["create_task_plan", "update_task_plan", "get_task_plan", "delete_task_plan"],
  );
  const updated = new Promise((resolve) => {
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri));
  });
  await client.subscribeResource({ uri: "planmark://task/T-1" });
  const call = (name, args) => client.callTool({ name, arguments: args });
  // The library checks structured content against the output schema.
  const created = await call("create_task_plan", { task_id: "T-1", content: "# Plan\n" });
  assert.equal(created.structuredContent.revision, 1);
  assert.deepEqual(JSON.parse(created.content[0].text), created.structuredContent);
  assert.equal(await updated, "planmark://task/T-1");
  const appended = await call("update_task_plan", { task_id: "T-1", mode: "append", content: "- step\n" });
  assert.equal(appended.isError, false);
  const got = await call("get_task_plan", { task_id: "T-1" });
  assert.equal(got.structuredContent.content, "# Plan\n\n- step\n");
  const refused = await call("update_task_plan", { task_id: "T-1", content: "" });
  assert.equal(refused.isError, true);
  await assert.rejects(call("no_such_tool", {}), { code: -32602 });
  const { resources } = await client.listResources();
  assert.equal(resources[0].uri, "planmark://task/T-1");
  const { contents } = await client.readResource({ uri: resources[0].uri });
  assert.equal(contents[0].text, "# Plan\n\n- step\n");
  const { prompts } = await client.listPrompts();
  assert.deepEqual(prompts.map((prompt) => prompt.name), ["plan", "build", "recover", "work"]);
  const prompt = await client.getPrompt({ name: "recover", arguments: { task_id: "T-1" } });
  assert.match(prompt.messages[0].content.text, /get_task_plan/);
}

test("a session over stdio", async (t) => {
  const client = new Client({ name: "typescript-sdk", version: "1" });
  await client.connect(
    new StdioClientTransport({ command: planmark, args: ["mcp"], env: { PLANMARK_HOME: home(t) } }),
  );
  await session(client);
  await client.close();
});

test("a session over HTTP", async (t) => {
  const token = "typescript-sdk-0123456789";
  const env = { ...process.env, PLANMARK_HOME: home(t), PLANMARK_MCP_TOKEN: token };
  const child = spawn(planmark, ["mcp", "--http", "0"], { env, stdio: ["ignore", "ignore", "pipe"] });
  t.after(() => child.kill());
  const [line] = await once(createInterface({ input: child.stderr }), "line");
  const url = new URL(/http:\S+/.exec(line)[0]);
  const client = new Client({ name: "typescript-sdk", version: "1" });
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { Authorization: `Bearer ${token}` } } }),
  );
  await session(client);
  await client.close();
  const stranger = new Client({ name: "stranger", version: "1" });
  await assert.rejects(stranger.connect(new StreamableHTTPClientTransport(url)));
});
