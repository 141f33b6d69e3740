/** CodeMirror for plain text: an exact copy of what was put in, and a Tab that leaves it. */

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, Language, defineLanguageFacet, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { TaskList, parser } from '@lezer/markdown';

const markdown = new Language(defineLanguageFacet(), parser.configure([TaskList]), [], 'markdown');

const highlighting = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.monospace, tags.url, tags.link], color: 'var(--accent)' },
  { tag: [tags.processingInstruction, tags.quote, tags.comment], color: 'var(--quiet)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--paper)' },
  // The library's own class comes a moment after the focus.
  '&:focus-within': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', fontSize: '0.875rem', lineHeight: '1.6' },
  '.cm-content': { padding: '0.75rem 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 1rem' },
  '.cm-gutters + .cm-content .cm-line': { paddingLeft: '0.5rem' },
  '.cm-placeholder': { color: 'var(--quiet)' },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--quiet)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2.75rem', padding: '0 0.25rem 0 0.5rem' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
});

/** What an editor is made of. */
export interface EditorParts {
  /** Where it goes. */
  parent: HTMLElement;
  /** What a screen reader calls it. */
  label: string;
  /** What stands in it while it is empty. */
  hint: string;
  /** Whether its lines are numbered. */
  numbered: boolean;
  /** Is told after each change. */
  changed: (text: string) => void;
}

/** An editor of one text. */
export class Editor {
  readonly #view: EditorView;
  readonly #extensions: Extension[];

  constructor({ parent, label, hint, numbered, changed }: EditorParts) {
    this.#extensions = [
      numbered ? lineNumbers() : [],
      history(),
      // Neither binds Tab: it moves on to what comes after the editor.
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
      EditorView.domEventHandlers({ beforeinput: typeOver }),
      EditorView.updateListener.of((update) => update.docChanged && changed(this.text)),
      placeholder(hint),
      markdown,
      syntaxHighlighting(highlighting),
      theme,
    ];
    // In a shadow root CodeMirror makes style sheets that need no exception in the page's policy.
    const root = parent.attachShadow({ mode: 'open' });
    this.#view = new EditorView({ root, parent: root, state: this.#stateOf('') });
  }

  /** The text, its line endings as they came. */
  get text(): string {
    return this.#view.state.sliceDoc();
  }

  set text(text: string) {
    this.#view.setState(this.#stateOf(text));
  }

  /** Shows a line, counted from 1, and puts the cursor there. */
  goTo(number: number): void {
    const { doc } = this.#view.state;
    const { from } = doc.line(Math.min(Math.max(number, 1), doc.lines));
    this.#view.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
    this.#view.focus();
  }

  #stateOf(doc: string): EditorState {
    return EditorState.create({ doc, extensions: [this.#extensions, lineEndingOf(doc)] });
  }
}

/** Types over a selection. The browser would do it with inline styles, which the page's policy stops. */
function typeOver({ inputType, data }: InputEvent, view: EditorView): boolean {
  if (inputType !== 'insertText' || data === null || view.state.selection.main.empty) return false;
  view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
  return true;
}

/** One kind of line ending is written for every line break; where kinds are mixed, CR stays a character. */
function lineEndingOf(text: string): Extension {
  const kinds = new Set(text.match(/\r\n?|\n/g));
  const [only] = kinds;
  return kinds.size === 0 ? [] : EditorState.lineSeparator.of(kinds.size === 1 && only ? only : '\n');
}
