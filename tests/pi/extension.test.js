// The example extension of bindings/node, in the real Pi: from the packed planmark, in a folder of its own.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Pi } from "./pi.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
const example = join(root, "bindings/node/examples/pi-extension");
const built = process.env.PLANMARK_BUILT ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "release");

const PLAN = `# Ship the parser

## Section 4 - Tasks

- [ ] Write the grammar
- [ ] Write the parser
`;

/** A folder below this one, where the packages of this one are found. */
function run(t) {
  const folder = mkdtempSync(join(here, ".run-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(example, join(folder, "extension"), { recursive: true });
  mkdirSync(join(folder, "project"));
  writeFileSync(join(folder, "project/plan.md"), PLAN);
  const script = join(folder, "script.json");
  const start = (steps, ...args) => {
    writeFileSync(script, JSON.stringify(steps));
    const pi = new Pi(join(folder, "project"), [join(folder, "extension/index.ts"), join(here, "script.ts")], {
      args: ["--session-dir", join(folder, "sessions"), ...args],
      env: { HOME: folder, PI_CODING_AGENT_DIR: join(folder, "agent"), PI_OFFLINE: "1", PLANMARK_SCRIPT: script },
    });
    t.after(() => pi.kill());
    return pi;
  };
  const seen = () => readFileSync(`${script}.seen`, "utf8").trimEnd().split("\n");
  return { folder, start, seen };
}

/** The entries of Pi's that hold plans. */
async function kept(pi) {
  const { entries } = await pi.ask("get_entries");
  return entries.filter(({ customType }) => customType === "workflow-plan").map(({ data }) => data);
}

test("the extension keeps to Pi's types and planmark's", (t) => {
  const { folder } = run(t);
  const config = {
    compilerOptions: {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      skipLibCheck: true,
      target: "es2023",
      module: "nodenext",
      types: ["node"],
      typeRoots: [join(root, "bindings/node/node_modules/@types")],
    },
    files: ["extension/index.ts"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(root, "bindings/node/node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "--project", folder], { encoding: "utf8" });
  assert.equal(status, 0, stdout);
});

test("plans live in Pi's log: saved, ticked by the agent, resumed, forked, read from outside", async (t) => {
  const { folder, start, seen } = run(t);
  const sessions = join(folder, "sessions");

  // A person saves; the agent ticks one task, and is refused another.
  let pi = start([
    { tool: "tick_plan_task", args: { title: "Write the grammar" } },
    { tool: "tick_plan_task", args: { title: "Write the docs" } },
    { tool: "read_plan_tasks", args: {} },
    "One is done.",
  ]);
  const saved = await pi.command("/plan save plan.md");
  assert.match(saved.text, /^Plan \S+: 0\/2 tasks done\. Next: \S+ "Write the grammar"\.$/);
  const [ticked, refused, read] = await pi.prompt("Go on.");
  const answers = [ticked, refused, read].map(({ result }) => JSON.parse(result.content[0].text));
  assert.deepEqual([answers[0].changed, answers[0].done, answers[0].next.title], [true, 1, "Write the parser"]);
  assert.deepEqual([refused.isError, answers[1].error.code], [true, "unknown-task"]);
  assert.deepEqual([answers[2].standing, answers[2].done], ["open", 1]);

  // The entries are Pi's own, and the body is the text as it was saved.
  const [set, activate, tick, ...more] = await kept(pi);
  assert.deepEqual([set.event, activate.event, tick.event, more.length], ["set", "activate", "tick", 0]);
  assert.equal(tick.taskId, set.tasks[0].id);
  assert.equal(readFileSync(set.path, "utf8"), PLAN);

  // Each request held the plan in its system prompt, and the marker as it was at the prompt.
  const [first] = seen();
  assert.ok(first.includes("- [ ] Write the parser") && first.includes("0/2 tasks done"), first);
  assert.equal(await pi.end(), 0);

  // What is outside sees the same in the session's file.
  const [file] = readdirSync(sessions, { recursive: true }).filter((name) => name.endsWith(".jsonl"));
  const outside = spawnSync(join(built, "planmark"), ["marker", "--pi", join(sessions, file)], { encoding: "utf8" });
  assert.equal(outside.status, 0, outside.stderr);

  // A damaged entry is passed over; a session that is resumed goes on where it was.
  const lines = readFileSync(join(sessions, file), "utf8").trimEnd().split("\n");
  const damaged = { type: "custom", customType: "workflow-plan", data: { event: "set", tasks: null } };
  const parentId = JSON.parse(lines.at(-1)).id;
  appendFileSync(join(sessions, file), `${JSON.stringify({ ...damaged, id: "0badbeef", parentId, timestamp: new Date().toISOString() })}\n`);
  pi = start([{ tool: "read_plan_tasks", args: {} }, "Still one."], "--continue");
  const resumed = await pi.command("/plan");
  assert.equal(`${resumed.text}\n`, outside.stdout);
  assert.match(resumed.text, /1\/2 tasks done/);
  const [again] = await pi.prompt("Where are we?");
  assert.deepEqual(JSON.parse(again.result.content[0].text).notes.map(({ kind }) => kind), ["entry-skipped"]);

  // What a person may get wrong is said.
  assert.deepEqual((await pi.command("/plan tick Nothing")).kind, "error");
  assert.deepEqual((await pi.command("/plan save nowhere.md")).kind, "error");
  assert.deepEqual((await pi.command("/plan dance")).kind, "error");
  assert.equal((await kept(pi)).length, 4, "a refusal appends nothing");

  // A fork from before the tick inherits the plan and not the tick, and goes its own way.
  const { messages } = await pi.ask("get_fork_messages");
  await pi.ask("fork", { entryId: messages[0].entryId });
  assert.match((await pi.command("/plan")).text, /0\/2 tasks done/);
  for (const title of ["Write the grammar", "Write the parser"]) await pi.command(`/plan tick ${title}`);
  assert.match((await pi.command("/plan")).text, /2\/2 tasks done\. The plan is complete/);
  assert.match((await pi.command("/plan clear")).text, /^No plan is active/);
  assert.equal(await pi.end(), 0);
});
