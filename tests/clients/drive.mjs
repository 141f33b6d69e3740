// Drives published clients through a root: see tests/clients/drive.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { model } from "./model.mjs";

const [programs, clients, ...chosen] = process.argv.slice(2);
const RECORD = join(dirname(fileURLToPath(import.meta.url)), "record.json");
const PATIENCE_MS = 120_000;
const PLAN = "# Lending\n\n## Section 4 — Tasks\n\n- [ ] Write down the costs\n- [ ] Announce them\n";

// A project with a root, and a client that is set up in it.
class Stage {
  constructor(client) {
    this.client = client;
    this.folder = mkdtempSync(join(tmpdir(), "planmark-client-"));
    this.project = join(this.folder, "project");
    mkdirSync(join(this.project, ".git"), { recursive: true });
    mkdirSync(join(this.folder, ".codex"));
    this.env = {
      PATH: `${programs}:${process.env.PATH}`,
      HOME: this.folder,
      CODEX_HOME: join(this.folder, ".codex"),
      PLANMARK_HOME: join(this.folder, "plans"),
    };
    writeFileSync(join(this.project, "plan.md"), PLAN);
    const home = ["--home", this.env.PLANMARK_HOME];
    this.planmark("init", client, "--scope", "user", "--yes", ...home, "--", "--profile", "tracker,runtime");
    this.planmark("save", "plan.md");
    this.planmark("root", "cutover");
    this.planmark("root", "admit", "lending", "--target", "lending", "--owns", "notes/**");
    this.seen = new Set();
  }

  planmark(...args) {
    const ran = spawnSync("planmark", args, { cwd: this.project, env: this.env, encoding: "utf8" });
    assert.equal(ran.status, 0, `planmark ${args.join(" ")}: ${ran.stderr}`);
    return ran.stdout;
  }

  root() {
    const shown = JSON.parse(this.planmark("root", "show", "lending", "--json"));
    return shown.roots?.[0] ?? shown;
  }

  has(file) {
    return existsSync(join(this.project, file));
  }

  // Notes a fact that was seen.
  saw(fact, holds = true) {
    assert.ok(holds, `not seen: ${fact}`);
    this.seen.add(fact);
    console.log(`  ✓ ${fact}`);
  }

  // Runs the client once, with a scripted model. Gives the model's requests.
  async run(program, args, script, env = () => ({})) {
    const scripted = await model(script);
    const child = spawn(join(clients, program), args(scripted.url), {
      cwd: this.project,
      env: { ...this.env, ...env(scripted.url) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    child.stdout.on("data", (data) => (said += data));
    child.stderr.on("data", (data) => (said += data));
    const timer = setTimeout(() => child.kill(), PATIENCE_MS);
    await new Promise((ended) => child.on("exit", ended));
    clearTimeout(timer);
    try {
      return scripted.end();
    } catch (error) {
      console.error(said.slice(-3000));
      throw error;
    }
  }

  end() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

// What the last tool answered, or the whole request: the last JSON text of a continue read in it.
const unescaped = (text) => text.replaceAll('\\\\\\"', '"').replaceAll('\\"', '"').replaceAll('\\\\n', "\n");

// The arguments of the read, in the latest text that carries them.
function command(request) {
  const found = [...unescaped(request).matchAll(/\{"closure_id":"[^"]*","generation":\d+,"identity_digest":"[0-9a-f]{64}"\}/g)];
  assert.ok(found.length > 0, "no read command reached the model");
  return JSON.parse(found.at(-1)[0]);
}

// The last message or output that the model was sent. Claude Code sends an empty one behind it when it goes on
// with a session.
const EMPTY = "(no content)";
function lastItem(request) {
  const body = JSON.parse(request);
  return (body.messages ?? body.input).findLast((item) => !JSON.stringify(item).includes(EMPTY));
}

function last(request) {
  return JSON.stringify(lastItem(request));
}

// The answer of the read that the model was sent last.
function answer(request) {
  const texts = [];
  const walk = (value) => {
    if (typeof value === "string") texts.push(value);
    else if (value && typeof value === "object") Object.values(value).forEach(walk);
  };
  walk(lastItem(request));
  for (const text of texts.reverse()) {
    const start = text.indexOf('{"');
    for (const candidate of [text, text.slice(start)]) {
      try {
        const parsed = JSON.parse(candidate);
        const read = parsed.view ? parsed : parsed.structuredContent;
        if (read?.view) return read;
      } catch {
        // No JSON: another text.
      }
    }
  }
  throw new Error(`no answer of a read reached the model: ${texts.join(" | ").slice(0, 600)}`);
}

function directed(request, reword = false) {
  const { directive } = answer(request);
  assert.ok(directive?.tool, `no call was asked for: ${JSON.stringify(directive)}`);
  const input = JSON.parse(directive.arguments);
  if (reword) {
    for (const key of ["prompt", "objective"]) if (input[key]) input[key] += " And hurry.";
  }
  return { tool: directive.tool, input };
}

function denied(request) {
  const text = last(request);
  assert.ok(text.includes("Denied:"), `not denied: ${text.slice(0, 500)}`);
  return text;
}

function passed(request) {
  const text = last(request);
  assert.ok(!text.includes("Denied:"), `denied: ${text.slice(0, 500)}`);
  return text;
}

// --- the sessions ---------------------------------------------------------------------------

// Two sessions that are the same in every client. `tools` says how its agent reads, changes a file and ticks;
// `run` runs it once; `again` are its arguments to go on; `atStop` is what it is asked for after its first turn.
async function sessions(stage, { read, write, tick }, run, again, atStop = []) {
  let asked;
  await run("Begin.", [], [
    (request) => {
      stage.saw("session-start", request.includes("Planmark re-entry"));
      return read(request);
    },
    (request) => {
      stage.saw("server", answer(request).view === "active");
      asked = directed(request);
      return directed(request, true);
    },
    (request) => {
      stage.saw("transport-denied", denied(request).includes(`Call \`${asked.tool}\` now, once`));
      return asked;
    },
    (request) => {
      passed(request);
      return write("notes/costs.md");
    },
    (request) => {
      passed(request);
      return tick("Write down the costs");
    },
    { text: "That is done." },
    ...atStop,
  ]);
  stage.saw("transport-made", stage.root().handle?.length > 0 && stage.has("notes/costs.md"));

  await run("What did we decide?", again, [
    (request) => {
      stage.saw("prompt", request.includes("1/2 tasks done"));
      return write("notes/news.md");
    },
    (request) => {
      denied(request);
      stage.saw("change-denied", !stage.has("notes/news.md"));
      return read(last(request));
    },
    () => write("notes/news.md"),
    (request) => {
      passed(request);
      stage.saw("re-entry", stage.has("notes/news.md"));
      return tick("Announce them");
    },
    (request) => read(request),
    (request) => {
      assert.equal(answer(request).view, "completed");
      return directed(request);
    },
    (request) => {
      passed(request);
      return { text: "It is finished." };
    },
  ]);
  stage.saw("transport-ended", stage.root().standing === "sealed" && !stage.root().handle);
}

async function claudeCode(stage) {
  const tools = {
    read: (request) => ({ tool: "mcp__planmark__continue_runtime_read", input: command(request) }),
    write: (file) => ({ tool: "Write", input: { file_path: join(stage.project, file), content: "…\n" } }),
    tick: (title) => ({ tool: "mcp__planmark__tick_plan_task", input: { title } }),
  };
  const env = (url) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: "none",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    IS_SANDBOX: "1",
  });
  const allowed = "Write,CronCreate,CronDelete,mcp__planmark__continue_runtime_read,mcp__planmark__tick_plan_task";
  const run = (prompt, more, script) =>
    stage.run("claude", () => ["-p", prompt, ...more, "--allowedTools", allowed], script, env);
  await sessions(stage, tools, run, ["--continue"], [
    (request) => {
      stage.saw("stop", last(request).includes("Planmark re-entry"));
      return { text: "I stop." };
    },
  ]);
}

async function codex(stage) {
  const config = join(stage.env.CODEX_HOME, "config.toml");
  const entry = readFileSync(config, "utf8");
  const mcp = (name, input) => ({ tool: name, namespace: "mcp__planmark", input });
  const patch = (file) => `apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: ${file}\n+…\n*** End Patch\nEOF`;
  const tools = {
    read: (request) => mcp("continue_runtime_read", command(request)),
    write: (file) => ({ tool: "exec_command", input: { cmd: patch(file) } }),
    tick: (title) => mcp("tick_plan_task", { title }),
  };
  const args = (url, prompt, more) => {
    const provider = `[model_providers.scripted]\nname = "scripted"\nbase_url = "${url}/v1"\nwire_api = "responses"\nrequest_max_retries = 0\nstream_max_retries = 0\n`;
    const head = 'model = "scripted"\nmodel_provider = "scripted"\napproval_policy = "never"\nsandbox_mode = "danger-full-access"\n';
    writeFileSync(config, `${head}\n${entry}\n${provider}`);
    return ["exec", "--dangerously-bypass-hook-trust", "--skip-git-repo-check", ...more, prompt];
  };
  const run = (prompt, more, script) => stage.run("codex", (url) => args(url, prompt, more), script);
  await sessions(stage, tools, run, ["resume", "--last"]);
}

// --- the record -----------------------------------------------------------------------------

const DRIVERS = {
  "claude-code": { program: "claude", drive: claudeCode },
  codex: { program: "codex", drive: codex },
};

for (const client of chosen.length > 0 ? chosen : Object.keys(DRIVERS)) {
  const { program, drive } = DRIVERS[client];
  const version = spawnSync(join(clients, program), ["--version"], { encoding: "utf8" }).stdout.match(/[\d.]+/)[0];
  console.log(`\n${client} ${version}`);
  const stage = new Stage(client);
  await drive(stage);
  stage.end();
  const record = JSON.parse(readFileSync(RECORD, "utf8"));
  record.clients[client].version = version;
  for (const fact of stage.seen) record.clients[client].facts[fact] = "seen";
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
}
