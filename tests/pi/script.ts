/**
 * A script in the place of a model, as a Pi extension: each request gets the next step of
 * `$PLANMARK_SCRIPT`, a tool call or a text, and what the request held is noted beside it.
 */

import { appendFileSync, existsSync, readFileSync } from 'node:fs';

import { fauxAssistantMessage, fauxProvider, fauxToolCall, type FauxResponseStep } from '@earendil-works/pi-ai';
import type { ExtensionAPI } from '@earendil-works/pi-coding-agent';

type Step = string | { tool: string; args: Record<string, unknown> };

export default function (pi: ExtensionAPI) {
  const file = process.env['PLANMARK_SCRIPT'] ?? '';
  const steps: Step[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const script = fauxProvider({ provider: 'script', models: [{ id: 'script' }] });
  script.setResponses(
    steps.map((step): FauxResponseStep => (context) => {
      appendFileSync(`${file}.seen`, `${JSON.stringify(context)}\n`);
      if (typeof step === 'string') return fauxAssistantMessage(step);
      return fauxAssistantMessage(fauxToolCall(step.tool, step.args), { stopReason: 'toolUse' });
    }),
  );
  pi.registerProvider(script.provider);
}
