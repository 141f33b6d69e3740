// The official conformance suites, against the product's server with the fixtures they call by name.
//
// expected-failures.json lists what they test that a plan server rightly has not, each with its
// reason. What is listed and passes is a failure here, too: then the list is out of date.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { run, serveFixture } from "./programs.js";

const expected = JSON.parse(readFileSync(new URL("expected-failures.json", import.meta.url)));

const suites = [
  { name: "of the versions with sessions", module: "conformance-of-sessions", version: "2025-11-25" },
  { name: "of the versions up to 2025-11-25, anew", module: "@modelcontextprotocol/conformance", version: "2025-11-25" },
  { name: "of 2026-07-28", module: "@modelcontextprotocol/conformance", version: "2026-07-28" },
];

for (const { name, module, version } of suites) {
  test(`the suite ${name}`, { concurrency: 2 }, async (t) => {
    const program = fileURLToPath(new URL(`node_modules/${module}/dist/index.js`, import.meta.url));
    const url = await serveFixture(t);
    const listed = await run(process.execPath, [program, "list", "--server"]);
    const scenarios = [...listed.out.matchAll(/^ {2}- (\S+) \[(.*)\]$/gm)]
      .filter(([, , versions]) => versions.split(",").includes(version))
      .map(([, scenario]) => scenario);
    assert.ok(scenarios.length >= 20, listed.out + listed.err);
    await Promise.all(
      scenarios.map((scenario) =>
        t.test(scenario, async () => {
          const args = [program, "server", "--url", url, "--scenario", scenario];
          if (module !== "conformance-of-sessions") args.push("--spec-version", version);
          const { exit, out, err } = await run(process.execPath, args);
          const reason = expected[version][scenario];
          if (reason === undefined) assert.equal(exit, 0, out + err);
          else assert.notEqual(exit, 0, `${scenario} is expected to fail and passes: ${reason}`);
        }),
      ),
    );
  });
}
