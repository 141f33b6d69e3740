/** The preview page: a plan on one side, what the engine makes of it on the other. */

import { open } from '../src/index.js';
import { byId, count, el, say } from './dom.ts';
import { Editor } from './editor.ts';
import { EXAMPLE } from './example.ts';
import { openFiles, openGiven, saveCopy } from './opening.ts';
import { Plan } from './plan.ts';
import { PageRoot } from './root.ts';
import { Append } from './views/append.ts';
import { continued } from './views/continue.ts';
import { outline } from './views/outline.ts';
import type { Desk } from './views/parts.ts';
import { Prompt } from './views/prompt.ts';
import { Tasks } from './views/tasks.ts';

/** How long typing must pause before the views follow. */
const PAUSE_MS = 120;

async function main(): Promise<void> {
  const { preview, runtime } = await open();
  const plan = new Plan(preview);
  const root = new PageRoot(preview, plan, runtime.currentSchemas());
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const editor = new Editor({
    parent: byId('editor'),
    label: 'Plan',
    hint: 'Paste a plan, or drop a file',
    numbered: true,
    changed: (text) => {
      clearTimeout(waiting);
      waiting = setTimeout(() => take(text), PAUSE_MS);
    },
  });
  const desk: Desk = {
    goTo: (line) => editor.goTo(line),
    replace: (text) => {
      editor.text = text;
      take(text);
    },
  };
  const [append, tasks, prompt] = [Append, Tasks, Prompt].map((View) => new View(preview, plan, desk));
  const views: View[] = [
    { name: 'outline', title: 'Outline', show: () => outline(preview, plan, desk) },
    { name: 'append', title: 'Append', show: () => append!.show() },
    { name: 'tasks', title: 'Tasks', show: () => tasks!.show() },
    { name: 'prompt', title: 'Prompt', show: () => prompt!.show() },
    { name: 'continue', title: 'Continue', show: () => continued(plan, root) },
  ];
  const show = () => showView(views);

  function take(text: string): void {
    plan.edit(text);
    byId('size').textContent = text === '' ? '' : count(new TextEncoder().encode(text).length, 'byte');
    show();
  }

  const opened = (text: string, name: string) => {
    desk.replace(text);
    plan.save();
    show();
    say(`Opened ${name}: ${count(preview.parse(text).tasks.length, 'task')}.`);
  };
  openFiles(opened);
  byId('example').addEventListener('click', () => opened(EXAMPLE, 'the example'));
  byId('download').addEventListener('click', () => saveCopy(editor.text));
  byId('actions').inert = false;
  addEventListener('hashchange', () => {
    show();
    byId('view').querySelector('h2')?.focus();
  });
  show();
  await openGiven(opened);
}

/** One way to look at the plan. Its name is what stands in a link: never the plan's text. */
interface View {
  name: string;
  title: string;
  show: () => Node[];
}

function showView(views: View[]): void {
  const named = views.find(({ name }) => location.hash === `#${name}`);
  const current = named ?? views[0]!;
  document.title = `${current.title} · Planmark preview`;
  const links = views.map((view) =>
    el('a', { href: `#${view.name}`, ...(view === current && { 'aria-current': 'page' }) }, view.title),
  );
  const nav = byId('views');
  if (nav.childElementCount === 0) nav.append(...links);
  for (const link of nav.querySelectorAll('a')) {
    if (link.hash === `#${current.name}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const title = el('h2', { class: 'spoken', tabindex: '-1' }, current.title);
  byId('view').replaceChildren(title, ...current.show());
}

main().catch((error: unknown) => {
  byId('view').replaceChildren(
    el('div', { class: 'refusal' },
      el('p', {}, 'The engine could not be started in this browser.'),
      el('p', { class: 'quiet' }, error instanceof Error ? error.message : String(error)),
    ),
  );
});
