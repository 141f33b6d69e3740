// Written by `planmark init`, which also removes it. Asks `planmark hook` what to do; holds no rule.

import { spawnSync } from "node:child_process";

const PROGRAM = ["planmark"];
const OPTIONS = [];
const WAIT_MS = 10000;

// What the program says: nothing, or an object with one of `deny`, `inject`, `continue`.
function ask(moment, input, folder) {
  const args = [...PROGRAM.slice(1), "hook", "opencode", moment, ...OPTIONS];
  const ran = spawnSync(PROGRAM[0], args, {
    cwd: folder,
    input: JSON.stringify({ folder, ...input }),
    encoding: "utf8",
    timeout: WAIT_MS,
    windowsHide: true,
  });
  try {
    return ran.status === 0 && ran.stdout ? JSON.parse(ran.stdout) : {};
  } catch {
    return {};
  }
}

const textOf = (parts) =>
  parts
    .filter((part) => part.type === "text" && !part.synthetic)
    .map((part) => part.text)
    .join("\n");

export const Planmark = async ({ client, directory }) => {
  // What the next request of a session is told; and which sessions were kept from stopping.
  const told = new Map();
  const continued = new Set();

  const begin = (session) => {
    const { inject } = ask("session-start", {}, directory);
    if (inject) told.set(session, inject);
  };

  return {
    event: async ({ event }) => {
      const session = event.properties?.sessionID ?? event.properties?.info?.id;
      if (!session) return;
      if (event.type === "session.created" || event.type === "session.compacted") begin(session);
      if (event.type === "session.deleted") {
        told.delete(session);
        continued.delete(session);
      }
      if (event.type !== "session.idle") return;
      const answer = ask("stop", { continued: continued.has(session) }, directory);
      if (!answer.continue) return;
      continued.add(session);
      await client.session.promptAsync({
        path: { id: session },
        body: { parts: [{ type: "text", text: answer.continue, synthetic: true }] },
      });
    },
    "chat.message": async ({ sessionID }, { parts }) => {
      const prompt = textOf(parts);
      // What this plugin sent itself begins no turn.
      if (!prompt) return;
      continued.delete(sessionID);
      const { inject } = ask("prompt", { prompt }, directory);
      if (inject) told.set(sessionID, [told.get(sessionID), inject].filter(Boolean).join("\n\n"));
    },
    "experimental.chat.system.transform": async ({ sessionID }, { system }) => {
      const text = sessionID && told.get(sessionID);
      if (!text) return;
      system.push(text);
      told.delete(sessionID);
    },
    "tool.execute.before": async ({ tool }, { args }) => {
      const { deny } = ask("before-tool", { tool, arguments: args }, directory);
      if (deny) throw new Error(deny);
    },
  };
};
