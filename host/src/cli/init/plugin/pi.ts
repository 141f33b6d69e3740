// Written by `planmark init`, which also removes it. Asks `planmark hook` what to do; holds no rule.

import { spawnSync } from "node:child_process";

const PROGRAM = ["planmark"];
const OPTIONS = [];
const WAIT_MS = 10000;

// What the program says: nothing, or an object with one of `deny`, `inject`, `continue`.
function ask(moment, input, folder) {
  const args = [...PROGRAM.slice(1), "hook", "pi", moment, ...OPTIONS];
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

export default function planmark(pi) {
  // What the next run is told, and whether this one was kept from ending.
  let told = [];
  let continued = false;

  const begin = (folder) => {
    const { inject } = ask("session-start", {}, folder);
    told = inject ? [inject] : [];
  };

  pi.on("session_start", async (_event, ctx) => begin(ctx.cwd));
  pi.on("session_compact", async (_event, ctx) => begin(ctx.cwd));

  pi.on("before_agent_start", async (event, ctx) => {
    continued = false;
    const { inject } = ask("prompt", { prompt: event.prompt ?? "" }, ctx.cwd);
    const content = [...told, ...(inject ? [inject] : [])].join("\n\n");
    told = [];
    return content ? { message: { customType: "planmark", content, display: false } } : undefined;
  });

  pi.on("tool_call", async (event, ctx) => {
    const { deny } = ask("before-tool", { tool: event.toolName, arguments: event.input }, ctx.cwd);
    return deny ? { block: true, reason: deny } : undefined;
  });

  pi.on("agent_before_settle", async (event, ctx) => {
    const answer = ask("stop", { continued }, ctx.cwd);
    if (!answer.continue) return undefined;
    continued = true;
    const entry = { type: "custom_message", customType: "planmark", content: answer.continue, display: false };
    return { entries: [...event.entries, entry], continue: true };
  });
}
