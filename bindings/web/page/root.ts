/** A root on the plan of this page, so that there is something to continue. Every decision is the engine's. */

import type { Preview } from '../src/index.js';
import type { Identity, RootRequest, Schemas, Seat, SessionLog, View } from '../../node/src/types.js';
import { PLAN, type Plan, appended } from './plan.ts';

/** Who the root is. It says of itself where it is from. */
const IDENTITY: Identity = {
  key: { closure: 'preview', generation: 1 },
  target: 'the plan in the preview page',
  plan: PLAN,
  authority: 'planmark preview',
};

/** A client that has neither goals nor loops, and that registers the tools under their own names. */
const SEAT: Seat = { client: 'other', readTool: 'continue_runtime_read', tickTool: 'tick_plan_task' };

/** What a session that continues is given. */
export interface Continued {
  /** What the read answers. */
  view: View;
  /** What stands in its prompts. */
  guardLine: string;
  /** What brings it back to the read. */
  reentry: string;
}

/**
 * A root that this page admits to a copy of its log, after a cutover, each time it is asked. Nothing of it
 * comes into the log of the plan, and no read is recorded.
 */
export class PageRoot {
  readonly #preview: Preview;
  readonly #plan: Plan;
  readonly #schemas: Schemas;

  constructor(preview: Preview, plan: Plan, schemas: Schemas) {
    this.#preview = preview;
    this.#plan = plan;
    this.#schemas = schemas;
  }

  /** What one read gives a session now, and what brings it there. The text must be one that can be saved. */
  continue(): Continued {
    const preview = this.#preview;
    const log = this.#log();
    const { prompt, readArguments } = preview.payload(log, IDENTITY.key, SEAT);
    const { identity_digest: identityDigest } = JSON.parse(readArguments);
    return {
      view: preview.continueRead(log, SEAT, { key: IDENTITY.key, identityDigest }).view,
      guardLine: preview.guardLine(log, SEAT.readTool) ?? '',
      reentry: prompt,
    };
  }

  #log(): SessionLog {
    const bodies = [{ plan: PLAN, text: this.#plan.text }];
    const requests: RootRequest[] = ['cutover', { admit: { identity: IDENTITY, owned: [], schemas: this.#schemas } }];
    let branch = this.#plan.branch;
    for (const request of requests) {
      for (const root of this.#preview.changeRoot({ branch, bodies }, request)) branch = appended(branch, { root });
    }
    return { branch, bodies };
  }
}
