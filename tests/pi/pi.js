// Pi as a process: its RPC mode, one record a line.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("node_modules/@earendil-works/pi-coding-agent/dist/cli.js", import.meta.url));
const PATIENCE_MS = 60_000;

/** Nothing of Pi's but what the test brings. */
const ALONE = ["--offline", "--no-mcp", "-ne", "-ns", "-np", "-nc", "--model", "script/script"];

export class Pi {
  #child;
  #records = [];
  #waiting = new Set();
  #number = 0;

  /** Starts Pi in `folder`, with these extensions. */
  constructor(folder, extensions, { args = [], env = {} } = {}) {
    const loaded = extensions.flatMap((file) => ["-e", file]);
    this.#child = spawn(process.execPath, [cli, "--mode", "rpc", ...ALONE, ...loaded, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      this.#records.push(JSON.parse(line));
      for (const look of this.#waiting) look();
    });
  }

  /** The first record from `from` on that is wanted. */
  async #wait(wanted, from) {
    let timer;
    const found = new Promise((resolve, reject) => {
      const look = () => {
        const record = this.#records.slice(from).find(wanted);
        if (!record) return;
        this.#waiting.delete(look);
        resolve(record);
      };
      timer = setTimeout(() => reject(new Error(`Pi said no more than ${JSON.stringify(this.#records.slice(from))}`)), PATIENCE_MS);
      this.#waiting.add(look);
      look();
    });
    return found.finally(() => clearTimeout(timer));
  }

  /** Sends a command; gives the data of its response. */
  async ask(type, fields = {}) {
    const [id, from] = [`${(this.#number += 1)}`, this.#records.length];
    this.#child.stdin.write(`${JSON.stringify({ id, type, ...fields })}\n`);
    const { success, data, error } = await this.#wait((record) => record.type === "response" && record.id === id, from);
    if (!success) throw new Error(error);
    return data;
  }

  /** Runs a command of the extension; gives what it notifies the person of. */
  async command(message) {
    const from = this.#records.length;
    await this.ask("prompt", { message });
    const { notifyType, message: said } = await this.#wait(({ method }) => method === "notify", from);
    return { kind: notifyType, text: said };
  }

  /** Sends a prompt, and waits until the agent is done with it. Gives the results of its tool calls. */
  async prompt(message) {
    const from = this.#records.length;
    await this.ask("prompt", { message });
    await this.#wait(({ type }) => type === "agent_settled", from);
    return this.#records.slice(from).filter(({ type }) => type === "tool_execution_end");
  }

  /** Ends Pi, and waits for it. */
  async end() {
    this.#child.stdin.end();
    const [exit] = await once(this.#child, "close");
    return exit;
  }

  /** Ends what a failed test leaves. */
  kill() {
    this.#child.kill("SIGKILL");
  }
}
