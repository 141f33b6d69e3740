/** How a plan comes into the page, and leaves it again: by files alone, and only when asked. */

import { byId, say } from './dom.ts';

/** Most bytes of a file that are read: more than any plan has, and than an editor shows well. */
const FILE_MAX_BYTES = 4 * 1024 * 1024;

/** Where a text goes that was opened. */
type Take = (text: string, name: string) => void;

/** Opens what is chosen, and what is dropped anywhere. */
export function openFiles(take: Take): void {
  const input = byId<HTMLInputElement>('file');
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void open(file, take);
    input.value = '';
  });
  addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    document.body.classList.add('dropping');
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) document.body.classList.remove('dropping');
  });
  addEventListener('drop', (event) => {
    document.body.classList.remove('dropping');
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    void open(file, take);
  }, { capture: true });
}

/** Takes the file that `planmark preview FILE` was started with: the program puts its name into the page. */
export async function openGiven(take: Take): Promise<void> {
  const name = document.querySelector<HTMLMetaElement>('meta[name="planmark-opened"]')?.content;
  if (!name) return;
  const response = await fetch('opened');
  if (response.ok) takeBytes(await response.arrayBuffer(), name, take);
  else say(`${name} can't be read any more.`);
}

/** Puts a text into the folder for downloads. */
export function saveCopy(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }));
  link.download = 'plan.md';
  link.click();
  URL.revokeObjectURL(link.href);
}

async function open(file: File, take: Take): Promise<void> {
  if (file.size > FILE_MAX_BYTES) say(`${file.name} is larger than any plan.`);
  else takeBytes(await file.arrayBuffer(), file.name, take);
}

function takeBytes(bytes: ArrayBuffer, name: string, take: Take): void {
  try {
    take(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), name);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    say(`${name} is no text in UTF-8.`);
  }
}
