// Runs a plugin that `planmark init` wrote as its client would, and prints what it did as JSON.
//
// Usage: node plugin.mjs PLUGIN (opencode|pi)

import { copyFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [plugin, client] = process.argv.slice(2);
const folder = process.cwd();
const did = {};

async function load() {
  // Neither plugin has a type in it; Node looks only at the name.
  const module = `${resolve(plugin)}.mjs`;
  copyFileSync(plugin, module);
  return import(pathToFileURL(module).href);
}

async function opencode() {
  const sent = [];
  const session = { promptAsync: async ({ body }) => sent.push(body.parts[0].text) };
  const hooks = await (await load()).Planmark({ client: { session }, directory: folder });
  const event = (type) => hooks.event({ event: { type, properties: { sessionID: "x" } } });
  const system = async () => {
    const output = { system: [] };
    await hooks["experimental.chat.system.transform"]({ sessionID: "x" }, output);
    return output.system.join("\n");
  };
  await event("session.created");
  const parts = [{ type: "text", text: "How far are we?" }];
  await hooks["chat.message"]({ sessionID: "x" }, { parts });
  did.prompt = await system();
  const args = { filePath: join(folder, "plans/x.md"), content: "…" };
  did.denied = await hooks["tool.execute.before"]({ tool: "write" }, { args }).then(() => "", (error) => error.message);
  await hooks["tool.execute.before"]({ tool: "read" }, { args });
  await event("session.idle");
  await event("session.idle");
  did.continued = sent;
  await event("session.compacted");
  did.restored = await system();
}

async function pi() {
  const handlers = {};
  (await load()).default({ on: (name, handler) => (handlers[name] = handler) });
  const context = { cwd: folder };
  const on = (name, event = {}) => handlers[name](event, context);
  await on("session_start", { reason: "startup" });
  did.prompt = (await on("before_agent_start", { messageType: "user", prompt: "How far are we?" }))?.message.content ?? "";
  const write = { toolName: "write", input: { path: "plans/x.md", content: "…" } };
  did.denied = (await on("tool_call", write))?.reason ?? "";
  await on("tool_call", { toolName: "read", input: { path: "plans/x.md" } });
  const settle = async () => (await on("agent_before_settle", { entries: [] }))?.entries.map((entry) => entry.content) ?? [];
  did.continued = [...(await settle()), ...(await settle())];
  await on("session_compact");
  did.restored = (await on("before_agent_start", { messageType: "user", prompt: "Go on." }))?.message.content ?? "";
}

await { opencode, pi }[client]();
console.log(JSON.stringify(did));
