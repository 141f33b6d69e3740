/**
 * Saved plans for Pi. The engine's pure functions decide and word everything; Pi's session log keeps it:
 * `getBranch()` is what they are given, `appendEntry()` takes what they answer.
 *
 * The agent gets tools from the engine's own table, a marker with each prompt and the plan in the system
 * prompt; the person gets `/plan`.
 */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { PlanmarkError, memory, open, type Offer, type Tool } from 'planmark';
import { Type } from 'typebox';

import { Plans } from './plans.ts';

const OFFER: Offer = { profiles: ['tracker'] };

type Arguments = Record<string, string>;

/** What each tool takes of its arguments, and does. */
const TOOLS: Record<string, { takes: string[]; run: (plans: Plans, args: Arguments) => object }> = {
  save_plan: { takes: ['content'], run: (plans, { content = '' }) => plans.save(content) },
  select_plan: { takes: ['plan_id'], run: (plans, { plan_id = '' }) => plans.select(plan_id) },
  clear_plan: { takes: ['plan_id'], run: (plans, { plan_id }) => plans.clear(plan_id) },
  read_plan_tasks: { takes: ['plan_id'], run: (plans, { plan_id }) => plans.tasks(plan_id) },
  tick_plan_task: {
    takes: ['title', 'task_id'],
    run: (plans, { title, task_id: taskId }) =>
      plans.tick({ ...(title !== undefined && { title }), ...(taskId !== undefined && { taskId }) }),
  },
};

/** What `/plan` does, by its first word; the rest of the line is its argument. */
const COMMANDS: Record<string, (plans: Plans, rest: string, cwd: string) => object> = {
  '': (plans) => plans.tasks(),
  save: (plans, rest, cwd) => plans.save(readFileSync(resolve(cwd, rest), 'utf8')),
  select: (plans, rest) => plans.select(rest),
  clear: (plans, rest) => plans.clear(rest || undefined),
  tick: (plans, rest) => plans.tick({ title: rest }),
};

export default async function (pi: ExtensionAPI) {
  // The store is for tools that are not used here: a store in memory holds nothing.
  const engine = await open({ store: memory() });
  const plansOf = (ctx: ExtensionContext) => new Plans(engine.preview, pi, ctx.sessionManager);

  for (const tool of engine.tools(OFFER)) {
    const ours = TOOLS[tool.name];
    if (!ours) continue;
    pi.registerTool({
      name: tool.name,
      label: tool.title,
      description: tool.description,
      parameters: Type.Unsafe<Arguments>(schemaOf(tool, ours.takes)),
      async execute(_id, args, _signal, _onUpdate, ctx) {
        try {
          const details = ours.run(plansOf(ctx), args);
          return { content: [{ type: 'text', text: JSON.stringify(details) }], details };
        } catch (error) {
          if (!(error instanceof PlanmarkError)) throw error;
          const { json } = engine.toolRefusal(OFFER, error);
          return { content: [{ type: 'text', text: json }], details: {}, isError: true };
        }
      },
    });
  }

  pi.on('before_agent_start', (event, ctx) => {
    const plans = plansOf(ctx);
    const { text, ...details } = plans.marker();
    return {
      message: { customType: 'plan-marker', content: text, display: false, details },
      systemPrompt: `${event.systemPrompt}\n\n${plans.prompt().text}`,
    };
  });

  pi.registerCommand('plan', {
    description: 'Show the plan; or save FILE, select PLAN, clear [PLAN], tick TITLE',
    async handler(line, ctx) {
      const [, word = '', rest = ''] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(line) ?? [];
      const run = COMMANDS[word];
      if (!run) return ctx.ui.notify(`/plan has no "${word}"`, 'error');
      try {
        run(plansOf(ctx), rest, ctx.cwd);
        ctx.ui.notify(plansOf(ctx).marker().text, 'info');
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        ctx.ui.notify(error instanceof PlanmarkError ? `${error.message}. ${error.next}` : error.message, 'error');
      }
    },
  });
}

/** The schema of a tool's arguments, without those that are not taken here. */
function schemaOf(tool: Tool, takes: string[]) {
  const { properties, ...schema } = JSON.parse(tool.inputSchema);
  return { ...schema, properties: Object.fromEntries(takes.map((name) => [name, properties[name]])) };
}
