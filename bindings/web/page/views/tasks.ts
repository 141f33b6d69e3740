import type { Preview } from '../../src/index.js';
import type { Queue, TaskLine, TaskList } from '../../../node/src/types.js';
import { count, el, say } from '../dom.ts';
import type { Plan } from '../plan.ts';
import { type Desk, notesSection, nothing, refusal, taskDetail } from './parts.ts';

/** The queue: tasks to tick, what was ticked out of order, and what an agent is shown next. */
export class Tasks {
  readonly #preview: Preview;
  readonly #plan: Plan;
  readonly #desk: Desk;
  readonly #view = el('div');

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
    if (this.#plan.text === '') return [nothing('No plan yet', 'A plan with tasks can be ticked here.')];
    if (this.#plan.refused) return [refusal(this.#plan.refused)];
    const list = this.#plan.tasks();
    const { queue } = list;
    if (!queue || queue.tasks.length === 0) {
      return [nothing('No tasks', 'The plan has no open box in a “Section 4”: nothing can be ticked.')];
    }
    const notes = notesSection(list.notes, this.#desk);
    return [
      this.#progress(list, queue),
      el('ol', { class: 'queue' }, ...queue.tasks.map((task) => this.#item(task, queue))),
      next(list),
      ...(notes ? [notes] : []),
    ];
  }

  #progress({ done }: TaskList, { tasks: { length: total } }: Queue): HTMLElement {
    const anew = () => {
      this.#plan.save();
      this.show();
      say(`Saved anew. ${count(total, 'task')}, none done.`);
    };
    return el('div', { class: 'progress' },
      el('div', { class: 'row' },
        el('h3', { id: 'progress-title' }, `${done} of ${total} done`),
        this.#plan.isTicked && el('button', { type: 'button', click: anew }, 'Save anew'),
      ),
      el('progress', { value: String(done), max: String(total), 'aria-labelledby': 'progress-title' }),
    );
  }

  #item({ id, title, done }: TaskLine, { tasks }: Queue): HTMLElement {
    const box = el('input', { type: 'checkbox', checked: done, id, change: () => this.#tick(id, box.checked) });
    const ended = tasks.filter((task) => task.done).map((task) => task.id);
    const { skipped } = this.#preview.resolve(tasks.map(({ id, title }) => ({ id, title })), ended, { taskId: id });
    return el('li', { class: done ? 'done' : '' },
      el('label', {}, box, el('span', {}, title)),
      done && skipped.length > 0 && el('p', { class: 'flag' }, `Out of order: ${earlier(skipped, tasks)}.`),
    );
  }

  #tick(id: string, done: boolean): void {
    const tick = this.#plan.mark(id, done);
    const { resolved, total } = tick;
    const { queue } = this.#plan.tasks();
    this.show();
    document.getElementById(id)?.focus();
    const order = done && resolved.skipped.length > 0 ? ` Out of order: ${earlier(resolved.skipped, queue?.tasks ?? [])}.` : '';
    say(`${done ? 'Ticked' : 'Reopened'} “${resolved.title}”. ${tick.done} of ${total} done.${order}`);
  }
}

/** Names the earlier tasks that are open, as far as a line has room. */
function earlier(ids: string[], tasks: TaskLine[]): string {
  const names = ids.slice(0, 2).map((id) => `“${tasks.find((task) => task.id === id)?.title ?? id}”`);
  const more = ids.length > names.length ? ` and ${ids.length - names.length} more` : '';
  return `${names.join(', ')}${more} ${ids.length === 1 ? 'comes' : 'come'} before it, and ${ids.length === 1 ? 'is' : 'are'} open`;
}

/** What an agent that asks for its tasks is shown to do next. */
function next({ next, detail }: TaskList): HTMLElement {
  return el('section', { class: 'next' },
    el('h3', {}, 'Next'),
    el('p', { class: 'task-title' }, next ? `${next.number}. ${next.title}` : 'Every task is done.'),
    detail && taskDetail(detail),
  );
}
