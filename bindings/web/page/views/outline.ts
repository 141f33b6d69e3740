import type { Preview } from '../../src/index.js';
import { count, el } from '../dom.ts';
import type { Plan } from '../plan.ts';
import { type Desk, lineButton, noteList, nothing, taskDetail } from './parts.ts';

/** The tasks that the engine finds in the plan, and what it remarks, by line. */
export function outline(preview: Preview, plan: Plan, desk: Desk): Node[] {
  if (plan.text === '') {
    return [nothing('No plan yet', 'Paste one, drop a file on this page, or look at the example.')];
  }
  const { tasks, notes: outlined } = preview.parse(plan.text);
  const notes = [...preview.inspect(plan.text), ...outlined].sort((one, other) => one.line - other.line);
  const items = tasks.map((task) =>
    el('li', {},
      el('div', { class: 'row' }, el('span', { class: 'task-title' }, task.title), lineButton(task.line, desk)),
      taskDetail(task),
      el('code', { class: 'quiet id' }, task.id),
    ),
  );
  return [
    el('section', {},
      el('h3', {}, count(tasks.length, 'task')),
      tasks.length > 0
        ? el('ol', { class: 'tasks' }, ...items)
        : el('p', { class: 'quiet' }, 'Tasks are the open boxes of the section “Section 4”.'),
    ),
    el('section', { class: 'noted' },
      el('h3', {}, count(notes.length, 'note')),
      notes.length > 0 ? noteList(notes, desk) : el('p', { class: 'quiet' }, 'Nothing to remark.'),
    ),
  ];
}
