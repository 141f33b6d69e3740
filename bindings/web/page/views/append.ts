import { PlanmarkError, type Preview } from '../../src/index.js';
import type { Composed } from '../../../node/src/types.js';
import { type Row, rowsOf } from '../composition.ts';
import { count, el, say } from '../dom.ts';
import { Editor } from '../editor.ts';
import type { Plan } from '../plan.ts';
import { type Desk, notesSection, nothing, refusal } from './parts.ts';

/** Most bytes of a plan (D4). */
const PLAN_MAX_BYTES = 262_144;

const SIGNS = { same: ' ', added: '+', removed: '−' };
const SPOKEN = { same: '', added: 'added: ', removed: 'removed: ' };

/** A fragment to append, and the composed plan as a difference. */
export class Append {
  readonly #preview: Preview;
  readonly #plan: Plan;
  readonly #desk: Desk;
  readonly #result = el('div', { class: 'composition' });
  readonly #nodes: Node[];
  #fragment = '';

  constructor(preview: Preview, plan: Plan, desk: Desk) {
    this.#preview = preview;
    this.#plan = plan;
    this.#desk = desk;
    const parent = el('div', { class: 'fragment' });
    this.#nodes = [el('h3', {}, 'Fragment'), parent, this.#result];
    new Editor({
      parent,
      label: 'Fragment to append',
      hint: 'What would be appended',
      numbered: false,
      changed: (text) => {
        this.#fragment = text;
        this.show();
      },
    });
  }

  /** The view, of the plan as it is now. */
  show(): Node[] {
    this.#result.replaceChildren(...this.#composition());
    return this.#nodes;
  }

  #composition(): Node[] {
    if (this.#fragment === '') {
      return [nothing('Nothing to append', 'Type a fragment to see the plan that an append would store.')];
    }
    try {
      return this.#composed(this.#preview.compose(this.#plan.text, this.#fragment));
    } catch (error) {
      if (!(error instanceof PlanmarkError)) throw error;
      return [refusal(error)];
    }
  }

  #composed(composed: Composed): Node[] {
    const take = () => {
      this.#desk.replace(composed.text);
      say('The plan is now what the append stores.');
    };
    const rows = rowsOf(this.#plan.text, composed);
    const notes = notesSection(this.#preview.inspect(composed.text), this.#desk);
    return [
      el('div', { class: 'row' },
        el('h3', {}, 'Composed plan'),
        el('button', { type: 'button', click: take }, 'Take it as the plan'),
      ),
      el('p', { class: 'quiet' },
        `${count(composed.kept, 'byte')} kept, ${count(composed.bytes, 'byte')} of ${PLAN_MAX_BYTES.toLocaleString('en')} stored.`,
      ),
      el('div', { class: 'diff', tabindex: '0', role: 'region', 'aria-label': 'Difference' }, el('ol', {}, ...rows.map(row))),
      ...(notes ? [notes] : []),
    ];
  }
}

function row(of: Row): HTMLElement {
  switch (of.kind) {
    case 'folded':
      return el('li', { class: 'folded' }, `${count(of.lines, 'line')} unchanged`);
    case 'seam':
      return el('li', { class: 'seam' }, el('span', {}, `seam after byte ${of.bytes.toLocaleString('en')}`));
    default:
      return el('li', { class: of.kind },
        el('span', { class: 'number', 'aria-hidden': 'true' }, of.kind === 'removed' ? '' : String(of.line)),
        el('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[of.kind]),
        el('span', { class: 'text' }, SPOKEN[of.kind] !== '' && el('span', { class: 'spoken' }, SPOKEN[of.kind]), of.text),
      );
  }
}
