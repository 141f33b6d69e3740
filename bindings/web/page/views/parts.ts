/** What several views show. */

import type { PlanmarkError } from '../../src/index.js';
import type { Note, Task } from '../../../node/src/types.js';
import { count, el, say } from '../dom.ts';

/** What a view is given to work with. */
export interface Desk {
  /** Shows a line of the plan in its editor. */
  goTo: (line: number) => void;
  /** Replaces the plan's text. */
  replace: (text: string) => void;
}

/** A button that leads to a line of the plan. */
export function lineButton(line: number, { goTo }: Desk): HTMLElement {
  return el('button', { type: 'button', class: 'line', click: () => goTo(line) }, `line ${line.toLocaleString('en')}`);
}

/** Notes in line order, each with the way to its line where it has one in the text. */
export function noteList(notes: Note[], desk: Desk): HTMLElement {
  const items = notes.map(({ kind, line, message }) => {
    const place = kind === 'entry-skipped' ? `entry ${line}` : lineButton(line, desk);
    return el('li', {}, el('span', { class: 'place' }, place), el('span', {}, message));
  });
  return el('ul', { class: 'notes' }, ...items);
}

/** Notes under a heading; nothing where there are none. */
export function notesSection(notes: Note[], desk: Desk): HTMLElement | false {
  if (notes.length === 0) return false;
  return el('section', { class: 'noted' }, el('h3', {}, count(notes.length, 'note')), noteList(notes, desk));
}

/** What a task asks for, beside its title. */
export function taskDetail({ scenarios, nfrs, gates, checkpoints }: Task): HTMLElement | false {
  const named = (name: string) => (text: string) => [name, text] as const;
  const parts = [
    ...scenarios.flatMap(({ given, when, then }) => [['Given', given], ['When', when], ['Then', then]] as const),
    ...nfrs.map(named('Requirement')),
    ...gates.map(named('Gate')),
    ...checkpoints.map(named('Checkpoint')),
  ];
  const terms = parts.flatMap(([name, text]) => (text ? el('div', {}, el('dt', {}, name), el('dd', {}, text)) : []));
  return terms.length > 0 && el('dl', { class: 'detail' }, ...terms);
}

/** A text as it is given, with what it is for and a way to copy it. */
export function shown(title: string, about: string, text: string): HTMLElement {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say(`${title} copied.`);
    } catch {
      say('The browser refuses to copy: select the text instead.');
    }
  };
  return el('section', {},
    el('div', { class: 'row' }, el('h3', {}, title), el('button', { type: 'button', click: copy }, `Copy ${title.toLowerCase()}`)),
    el('p', { class: 'quiet' }, about),
    el('pre', { tabindex: '0', role: 'region', 'aria-label': title }, text),
  );
}

/** What the engine refuses, and what to do next. */
export function refusal({ message, next, code }: PlanmarkError): HTMLElement {
  return el('div', { class: 'refusal' }, el('p', {}, sentence(message)), el('p', { class: 'quiet' }, next, ' ', el('code', {}, code)));
}

/** What is shown where there is nothing to show. */
export function nothing(title: string, text: string): HTMLElement {
  return el('div', { class: 'nothing' }, el('p', { class: 'title' }, title), el('p', {}, text));
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
