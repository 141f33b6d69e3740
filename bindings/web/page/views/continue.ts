import type { View } from '../../../node/src/types.js';
import { el } from '../dom.ts';
import type { Plan } from '../plan.ts';
import type { PageRoot } from '../root.ts';
import { nothing, refusal, shown } from './parts.ts';

/** What a session that continues is given: the answer of a read, and what brings it back to one. */
export function continued(plan: Plan, root: PageRoot): Node[] {
  if (plan.text === '') return [nothing('No plan yet', 'A plan that is carried out is continued here.')];
  if (plan.refused) return [refusal(plan.refused)];
  const { view, guardLine, reentry } = root.continue();
  return [
    el('section', {},
      el('h3', {}, 'The read answers ', el('code', {}, Object.keys(view).join())),
      el('p', { class: 'quiet' },
        'What ', el('code', {}, 'continue_runtime_read'), ' gives an agent now, as if a root on this plan were admitted.',
      ),
    ),
    ...answer(view),
    shown('Guard line', 'What stands in its prompts: the same bytes at every progress.', guardLine),
    shown('Re-entry', 'What brings a session back that was resumed or compacted: the same bytes, too.', reentry),
  ];
}

function answer(view: View): HTMLElement[] {
  if ('active' in view) {
    const { currentTask, nextUpcomingTask } = view.active;
    return [
      shown('Current task', 'What is to be done now.', currentTask.text),
      ...(nextUpcomingTask ? [shown('Next upcoming task', 'To be seen, and not to be begun.', nextUpcomingTask.text)] : []),
    ];
  }
  if ('completed' in view) {
    return [shown('Completed report', 'What is relayed unchanged when the read has sealed the receipt.', view.completed.completedReport)];
  }
  const { message, reason } = view['retry-later'];
  return [el('section', { class: 'refusal' }, el('p', {}, message), el('p', { class: 'quiet' }, el('code', {}, reason)))];
}
