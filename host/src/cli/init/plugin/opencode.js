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
  // What the requests of a session's turn are told; what its first turn is told beside; and which
  // sessions were kept from stopping in this turn.
  const told = new Map();
  const begun = new Map();
  const continued = new Set();

  const put = (map, session, text) => (text ? map.set(session, text) : map.delete(session));
  const begin = () => ask("session-start", {}, directory).inject;

  const goOn = async (session) => {
    const answer = ask("stop", { continued: continued.has(session) }, directory);
    if (!answer.continue) return;
    continued.add(session);
    const parts = [{ type: "text", text: answer.continue, synthetic: true }];
    await client.session.promptAsync({ path: { id: session }, body: { parts } });
  };

  return {
    event: async ({ event }) => {
      const session = event.properties?.sessionID ?? event.properties?.info?.id;
      if (event.type === "session.created") put(begun, session, begin());
      if (event.type === "session.compacted") put(told, session, begin());
      if (event.type === "session.idle") await goOn(session);
      if (event.type === "session.deleted") for (const held of [told, begun, continued]) held.delete(session);
    },
    "chat.message": async ({ sessionID }, { parts }) => {
      const prompt = textOf(parts);
      // What this plugin sent itself begins no turn.
      if (!prompt) return;
      continued.delete(sessionID);
      const { inject } = ask("prompt", { prompt }, directory);
      put(told, sessionID, [begun.get(sessionID), inject].filter(Boolean).join("\n\n"));
      begun.delete(sessionID);
    },
    "experimental.chat.system.transform": async ({ sessionID }, { system }) => {
      const text = told.get(sessionID);
      if (text) system.push(text);
    },
    "tool.execute.before": async ({ tool }, { args }) => {
      const { deny } = ask("before-tool", { tool, arguments: args }, directory);
      if (deny) throw new Error(deny);
    },
  };
};
