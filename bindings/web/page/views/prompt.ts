import { PlanmarkError, type Preview } from '../../src/index.js';
import type { Mode } from '../../../node/src/types.js';
import { el } from '../dom.ts';
import type { Plan } from '../plan.ts';
import { type Desk, notesSection, refusal, shown } from './parts.ts';

const MODES: [Mode, string][] = [
  ['build', 'Build'],
  ['plan', 'Plan'],
];

/** What an agent is shown: the marker of each turn, and the text of the system prompt. */
export class Prompt {
  readonly #preview: Preview;
  readonly #plan: Plan;
  readonly #desk: Desk;
  readonly #view = el('div');
  #mode: Mode = 'build';

  constructor(preview: Preview, plan: Plan, desk: Desk) {
    this.#preview = preview;
    this.#plan = plan;
    this.#desk = desk;
  }

  /** The view, of the plan as it is now. */
  show(): Node[] {
    this.#view.replaceChildren(...this.#nodes());
    return [this.#view];
  }

  #nodes(): Node[] {
    const body = this.#plan.text === '' ? undefined : this.#plan.text;
    const marker = this.#preview.marker(this.#plan.branch, body);
    const notes = notesSection(marker.notes, this.#desk);
    return [
      shown('Marker', 'The line that travels with each turn.', marker.text),
      ...(notes ? [notes] : []),
      this.#modes(),
      ...this.#prompt(marker.plan, body),
    ];
  }

  #modes(): HTMLElement {
    const radios = MODES.map(([mode, name]) => {
      const chosen = () => {
        this.#mode = mode;
        this.show();
        this.#view.querySelector<HTMLInputElement>('input:checked')?.focus();
      };
      const checked = mode === this.#mode;
      return el('label', {}, el('input', { type: 'radio', name: 'mode', value: mode, checked, change: chosen }), name);
    });
    return el('fieldset', { class: 'modes' }, el('legend', {}, 'Mode'), ...radios);
  }

  #prompt(plan: string | undefined, body: string | undefined): Node[] {
    try {
      const of = plan === undefined ? undefined : body;
      const { text, digest, notes } = this.#preview.prompt(this.#mode, of === undefined ? undefined : plan, of);
      const noted = notesSection(notes, this.#desk);
      return [
        shown('Prompt', 'What stands in the system prompt: the same bytes at every progress.', text),
        el('p', { class: 'quiet digest' }, 'SHA-256 ', el('code', {}, digest)),
        ...(noted ? [noted] : []),
      ];
    } catch (error) {
      if (!(error instanceof PlanmarkError)) throw error;
      return [refusal(error)];
    }
  }
}
