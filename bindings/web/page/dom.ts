/** What a node can hold: text becomes text, never markup. */
export type Content = Node | string | false | undefined;

type Attributes = Record<string, string | boolean | ((event: never) => void)>;

/** Makes an element: functions become listeners, `true` an empty attribute, `false` none. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...contents: (Content | Content[])[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value as (event: Event) => void);
    else if (value !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...contents.flat().filter((content) => content !== false && content !== undefined));
  return element;
}

/** The element of that id, which `index.html` has. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no "${id}"`);
  return element as T;
}

/** A count and its noun. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

let spoken = 0;

/** Says what happened: it is shown for a while, and read out. */
export function say(sentence: string): void {
  const status = byId('status');
  const turn = ++spoken;
  status.textContent = sentence;
  setTimeout(() => {
    if (turn === spoken) status.textContent = '';
  }, 6_000);
}
