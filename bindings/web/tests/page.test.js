/** The preview page, as a person meets it. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';

import { AxeBuilder } from '@axe-core/playwright';

import { DIST, launch, serve, watchedPage } from './browser.js';

/** @import { Browser, BrowserContextOptions, Page } from 'playwright-core' */

const PLAN = `# Ship it

## Section 4 - Tasks

- [ ] First
  - **Verification Gate:** it runs
- [ ] Second
- [ ] Third
1. [ ] Not a task

`;

const VIEWS = ['outline', 'append', 'tasks', 'prompt', 'continue'];

/** @type {Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {Awaited<ReturnType<typeof watchedPage>>[]} */
let open = [];

before(async () => {
  [browser, server] = await Promise.all([launch(), serve(DIST)]);
});

after(async () => {
  await browser.close();
  server.close();
});

afterEach(async () => {
  for (const { context, seen } of open.splice(0)) {
    await context.close();
    assert.deepEqual(seen.problems, [], 'the console is empty, and the policy stopped nothing');
    const away = seen.requests.filter((url) => !url.startsWith(server.url) && !url.startsWith('blob:'));
    assert.deepEqual(away, [], 'no request leaves the page');
  }
});

/**
 * @param {string} [hash]
 * @param {BrowserContextOptions} [options]
 */
async function visit(hash = '', options) {
  const watched = await watchedPage(browser, `${server.url}${hash}`, options);
  open.push(watched);
  await watched.page.getByRole('textbox', { name: 'Plan' }).waitFor();
  return watched.page;
}

/**
 * @param {Page} page
 * @param {string} [text]
 * @param {string} [name]
 */
async function openPlan(page, text = PLAN, name = 'plan.md') {
  await page.locator('#file').setInputFiles({ name, mimeType: 'text/markdown', buffer: Buffer.from(text) });
  await page.getByText(`Opened ${name}`).waitFor();
}

/**
 * Replaces the plan as a person does it. The driver's own way selects behind the editor's back.
 *
 * @param {Page} page
 * @param {string} text
 */
async function replaceText(page, text) {
  await page.getByRole('textbox', { name: 'Plan' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/**
 * Types a fragment, and waits for the difference that it makes.
 *
 * @param {Page} page
 * @param {string} fragment
 */
async function append(page, fragment) {
  await page.getByRole('textbox', { name: 'Fragment to append' }).fill(fragment);
  const difference = page.getByRole('region', { name: 'Difference' });
  await difference.waitFor();
  return difference;
}

/** @param {string} view */
function titleOf(view) {
  return `${view.charAt(0).toUpperCase()}${view.slice(1)}`;
}

/**
 * Ticks tasks in their view, and goes where it is shown what continues.
 *
 * @param {Page} page
 * @param {string[]} titles
 */
async function tickAndContinue(page, ...titles) {
  await go(page, 'Tasks');
  for (const name of titles) await page.getByRole('checkbox', { name }).check();
  await go(page, 'Continue');
}

/**
 * Goes to a view by its link, and waits for it.
 *
 * @param {Page} page
 * @param {string} name
 */
async function go(page, name) {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click();
  await arrive(page, name);
}

/**
 * Goes to a view by its address, and waits for it.
 *
 * @param {Page} page
 * @param {string} view
 */
async function follow(page, view) {
  await page.evaluate((hash) => void (location.hash = hash), view);
  await arrive(page, titleOf(view));
}

/**
 * @param {Page} page
 * @param {string} name
 */
function arrive(page, name) {
  return page.locator('#view > h2').getByText(name, { exact: true }).waitFor({ state: 'attached' });
}

describe('what it shows', () => {
  it('outlines a pasted plan, with its notes by line', async () => {
    const page = await visit();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate((text) => navigator.clipboard.writeText(text), PLAN);
    await page.getByRole('textbox', { name: 'Plan' }).focus();
    await page.keyboard.press('Control+V');
    await page.getByRole('heading', { name: '3 tasks' }).waitFor();
    const tasks = await page.locator('.tasks .task-title').allTextContents();
    assert.deepEqual(tasks, ['First', 'Second', 'Third']);
    assert.match(await page.locator('.tasks li').first().innerText(), /Gate\s+it runs/);
    const note = page.getByRole('listitem').filter({ hasText: 'Line 9 is no task' });
    await note.getByRole('button', { name: 'line 9' }).click();
    const line = await page.evaluate(() => {
      const selection = /** @type {any} */ (document.querySelector('#editor')?.shadowRoot).getSelection();
      return selection.anchorNode.parentElement.closest('.cm-line').textContent;
    });
    assert.match(line, /Not a task/);
  });

  it('shows a composed plan as a difference with the seam in it', async () => {
    const page = await visit('#append');
    await openPlan(page);
    const difference = await append(page, '\n\nFourth');
    const kept = Buffer.byteLength(PLAN.trimEnd());
    const rows = await difference.getByRole('listitem').allInnerTexts();
    const seam = rows.findIndex((row) => row.includes('seam'));
    assert.equal(rows[seam], `seam after byte ${kept}`);
    assert.match(rows[seam + 1] ?? '', /11\s+\+\s+added:\s+Fourth/);
    assert.match(rows[0] ?? '', /lines unchanged/);
    await page.getByText(`${kept} bytes kept, ${kept + 8} bytes of 262,144 stored.`).waitFor();
    await page.getByRole('button', { name: 'Take it as the plan' }).click();
    await page.getByText(`${kept + 8} bytes`, { exact: true }).waitFor();
  });

  it('shows trailing white space that an append drops as removed', async () => {
    const page = await visit('#append');
    await openPlan(page, 'a\n\n\n  \n');
    const rows = await (await append(page, 'b')).getByRole('listitem').allInnerTexts();
    const removed = rows.filter((row) => row.includes('removed'));
    assert.ok(removed.length >= 2, rows.join('|'));
  });

  it('shows a refusal of the engine, and what to do next', async () => {
    const page = await visit('#append');
    await openPlan(page);
    await page.getByRole('textbox', { name: 'Fragment to append' }).fill('  \n');
    await page.getByText('fragment-whitespace-only').waitFor();
  });

  it('ticks tasks: progress, what is out of order, and what comes next', async () => {
    const page = await visit('#tasks');
    await openPlan(page);
    await page.getByRole('checkbox', { name: 'Second' }).check();
    await page.getByRole('heading', { name: '1 of 3 done' }).waitFor();
    await page.locator('.flag').getByText('Out of order: “First” comes before it, and is open.').waitFor();
    assert.match(await page.getByRole('status').innerText(), /Ticked “Second”. 1 of 3 done. Out of order/);
    assert.match(await page.locator('.next').innerText(), /1\. First\s+Gate\s+it runs/);
    await page.getByRole('checkbox', { name: 'First' }).check();
    assert.equal(await page.locator('.flag').count(), 0);
    assert.match(await page.locator('.next').innerText(), /3\. Third/);
    await page.getByRole('checkbox', { name: 'Second' }).uncheck();
    await page.getByRole('heading', { name: '1 of 3 done' }).waitFor();
  });

  it('ticks the task that is clicked, whatever boxes the text holds before it: UI-01 and UI-02', async () => {
    const page = await visit('#tasks');
    const hidden = '<!--\n- [ ] Hidden\n-->\n\n```\n- [ ] Example\n```\n\n';
    await openPlan(page, `## Section 4\n\n${hidden}- [ ] Sand\n- [ ] Paint\n`);
    await page.getByRole('heading', { name: '0 of 2 done' }).waitFor();
    await page.getByRole('checkbox', { name: 'Paint' }).check();
    await page.getByRole('heading', { name: '1 of 2 done' }).waitFor();
    assert.equal(await page.getByRole('checkbox', { name: 'Paint' }).isChecked(), true);
    assert.equal(await page.getByRole('checkbox', { name: 'Sand' }).isChecked(), false);
    assert.equal(await page.getByRole('checkbox').count(), 2);
  });

  it('keeps the queue when the plan is edited after a tick, and says so', async () => {
    const page = await visit('#tasks');
    await openPlan(page);
    await page.getByRole('checkbox', { name: 'First' }).check();
    await replaceText(page, '## Section 4\n- [ ] Other\n');
    await page.locator('.notes').getByText(/edited/).waitFor();
    await page.getByRole('heading', { name: '1 of 3 done' }).waitFor();
    await page.getByRole('button', { name: 'Save anew' }).click();
    await page.getByRole('heading', { name: '0 of 1 done' }).waitFor();
  });

  it('shows the marker, and a prompt that no progress changes', async () => {
    const page = await visit('#prompt');
    await openPlan(page);
    const prompt = page.getByRole('region', { name: 'Prompt' });
    const before = await prompt.innerText();
    assert.match(before, /build mode[^]*# Ship it/);
    await go(page, 'Tasks');
    await page.getByRole('checkbox', { name: 'First' }).check();
    await go(page, 'Prompt');
    assert.match(await page.getByRole('region', { name: 'Marker' }).innerText(), /1\/3 tasks done/);
    assert.equal(await prompt.innerText(), before);
    await page.getByRole('radio', { name: 'Plan' }).check();
    assert.match(await prompt.innerText(), /plan mode/);
  });

  it('shows what a session that continues is given, at every progress until it is completed', async () => {
    const page = await visit('#continue');
    await openPlan(page);
    const text = (/** @type {string} */ name) => page.getByRole('region', { name, exact: true }).innerText();
    const answers = (/** @type {string} */ kind) => page.getByRole('heading', { name: `The read answers ${kind}` }).waitFor();
    const anchors = async () => [await text('Guard line'), await text('Re-entry')];
    await answers('active');
    assert.match(await text('Current task'), /^Task 1 of 3, task-[0-9a-f]{16}: "First"\.\n.*it runs\n.*`tick_plan_task`/);
    assert.match(await text('Next upcoming task'), /^Not yet: task 2 of 3, task-[0-9a-f]{16}: "Second"\.$/);
    const before = await anchors();
    for (const anchor of before) assert.match(anchor, /`continue_runtime_read` exactly once.*\{"closure_id":"preview","generation":1,/);
    await tickAndContinue(page, 'Second');
    assert.match(await text('Current task'), /"First"/);
    assert.match(await text('Next upcoming task'), /task 3 of 3.*"Third"/);
    await tickAndContinue(page, 'First');
    assert.match(await text('Current task'), /^Task 3 of 3.*"Third"/);
    assert.equal(await page.getByRole('region', { name: 'Next upcoming task' }).count(), 0);
    await tickAndContinue(page, 'Third');
    await answers('completed');
    const report = await text('Completed report');
    assert.match(report, /^Completed: preview\/1.*"the plan in the preview page".*receipt [0-9a-f]{64}\.$/);
    assert.deepEqual(await anchors(), before);
    await go(page, 'Tasks');
    await page.getByRole('checkbox', { name: 'Third' }).uncheck();
    await tickAndContinue(page);
    await answers('active');
    await tickAndContinue(page, 'Third');
    assert.equal(await text('Completed report'), report, 'the same state has the same receipt, whenever it came about');
  });

  it('shows why nothing is served to a session that continues', async () => {
    const page = await visit('#continue');
    await openPlan(page, '# No tasks\n');
    await page.locator('.refusal').getByText('nothing-to-do').waitFor();
    await openPlan(page);
    await tickAndContinue(page, 'First');
    await replaceText(page, '## Section 4\n- [ ] Other\n');
    await page.getByRole('heading', { name: 'The read answers retry-later' }).waitFor();
    await page.locator('.refusal').getByText('edited', { exact: true }).waitFor();
    assert.match(await page.locator('.refusal').innerText(), /^Nothing is served now: the body of plan "preview" was edited/);
    await replaceText(page, PLAN);
    await page.getByRole('region', { name: 'Current task' }).getByText('"Second"').waitFor();
  });

  it('shows the plan of 158,393 bytes', async () => {
    const page = await visit();
    await openPlan(page, readFileSync(new URL('../../../tests/data/plan.md', import.meta.url), 'utf8'));
    await page.getByText('158,393 bytes', { exact: true }).waitFor();
    assert.ok((await page.locator('.tasks > li').count()) > 10);
  });
});

describe('what it keeps to itself', () => {
  it('takes a file and gives it back byte for byte', async () => {
    const page = await visit();
    for (const [number, text] of ['\ufeffa\r\nb\r\n', 'a\rb\r\nc\n', 'ä\n\n', 'a\rb\r'].entries()) {
      await openPlan(page, text, `plan-${number}.md`);
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save' }).click()]);
      assert.equal(readFileSync((await download.path()) ?? '', 'utf8'), text);
    }
  });

  it('takes a file that is dropped, and refuses what is no text', async () => {
    const page = await visit();
    const drop = (/** @type {number[]} */ bytes) =>
      page.evaluate((bytes) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(bytes)], 'dropped.md'));
        document.querySelector('main')?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      }, bytes);
    await drop([...Buffer.from(PLAN)]);
    await page.getByText('Opened dropped.md: 3 tasks.').waitFor();
    await drop([0xff, 0xfe, 0x00]);
    await page.getByText('dropped.md is no text in UTF-8.').waitFor();
    await page.getByRole('heading', { name: '3 tasks' }).waitFor();
  });

  it('works without a network once it is there', async () => {
    const page = await visit();
    await page.context().setOffline(true);
    await openPlan(page);
    for (const view of VIEWS) await go(page, titleOf(view));
    await go(page, 'Tasks');
    await page.getByRole('checkbox', { name: 'First' }).check();
    await page.getByRole('heading', { name: '1 of 3 done' }).waitFor();
  });

  it('asks for nothing after it has started, and stores nothing', async () => {
    const page = await visit();
    const asked = open[0]?.seen.requests.length;
    await openPlan(page);
    for (const view of VIEWS) await go(page, titleOf(view));
    assert.equal(open[0]?.seen.requests.length, asked);
    const stored = await page.evaluate(async () => [
      localStorage.length,
      sessionStorage.length,
      (await indexedDB.databases()).length,
      (await caches.keys()).length,
      document.cookie.length,
      (await navigator.serviceWorker.getRegistrations()).length,
    ]);
    assert.deepEqual(stored, [0, 0, 0, 0, 0, 0]);
  });

  it('has links to its views that carry nothing of the plan', async () => {
    const page = await visit('#tasks');
    await openPlan(page);
    for (const view of VIEWS) {
      await go(page, titleOf(view));
      await page.waitForURL(`${server.url}#${view}`);
    }
    await page.goBack();
    await arrive(page, 'Prompt');
  });

  it('has a policy that stops scripts, styles and connections of others', { timeout: 120_000 }, async () => {
    const page = await visit();
    // What is stopped is told in events of their own, and on the console: here it has to be.
    open.pop();
    const stopped = await page.evaluate(async () => {
      /** @type {Promise<string[]>} */
      const told = new Promise((resolve) => {
        /** @type {Set<string>} */
        const directives = new Set();
        addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          if (directives.add(effectiveDirective).size === 4) resolve([...directives].sort());
        });
      });
      document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { color: red }' }));
      const script = 'data:text/javascript,window.reached=1';
      const refused = () => undefined;
      await Promise.all([
        import(script).catch(refused),
        fetch('http://127.0.0.1:9/').catch(refused),
        Promise.resolve().then(() => document.createElement('script').setAttribute('src', 'any.js')).catch(refused),
      ]);
      return told;
    });
    assert.deepEqual(stopped, ['connect-src', 'require-trusted-types-for', 'script-src-elem', 'style-src-elem']);
    assert.equal(await page.evaluate(() => 'reached' in window), false);
    await page.context().close();
  });
});

describe('who can use it', () => {
  it('needs no mouse, and traps no key', async () => {
    const page = await visit();
    const focused = () =>
      page.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        const outlined = element?.closest('.button, .cm-editor') ?? element;
        const isSeen = !!outlined && getComputedStyle(outlined).outlineStyle !== 'none';
        return { name: element?.getAttribute('aria-label') ?? element?.textContent ?? '', isSeen };
      });
    /** @param {string} key @param {string} name */
    const press = async (key, name) => {
      for (let times = 0; times < 20; times += 1) {
        await page.keyboard.press(key);
        const { name: found, isSeen } = await focused();
        assert.ok(isSeen, `the focus on "${found}" can be seen`);
        if (found === name) return;
      }
      assert.fail(`${key} never comes to "${name}"`);
    };
    /** Waits until a view has the focus: the next key must not come before it. @param {string} view */
    const come = (view) =>
      page.waitForFunction((view) => document.activeElement?.matches('#view > h2') && document.activeElement.textContent === view, view);
    await press('Tab', 'Example');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '3 tasks' }).waitFor();
    await press('Tab', 'Plan');
    await press('Tab', 'Tasks');
    await page.keyboard.press('Enter');
    await come('Tasks');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByRole('heading', { name: '1 of 3 done' }).waitFor();
    assert.ok(await page.getByRole('checkbox', { name: 'Write the grammar' }).evaluate((box) => box === document.activeElement));
    await press('Shift+Tab', 'Continue');
    await page.keyboard.press('Enter');
    await come('Continue');
    await press('Tab', 'Copy current task');
    await press('Tab', 'Current task');
    await press('Shift+Tab', 'Append');
    await page.keyboard.press('Enter');
    await come('Append');
    await press('Tab', 'Fragment to append');
    await page.keyboard.type('More.');
    await page.getByRole('button', { name: 'Take it as the plan' }).waitFor();
    await press('Tab', 'Take it as the plan');
    await page.keyboard.press('Enter');
    await page.getByText('The plan is now what the append stores.').waitFor();
  });

  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    it(`has no finding of axe in the ${colorScheme} scheme`, async () => {
      const page = await visit('', { colorScheme });
      await openPlan(page);
      for (const view of VIEWS) {
        await follow(page, view);
        if (view === 'append') await append(page, 'x\n');
        if (view === 'tasks') await page.getByRole('checkbox', { name: 'Second' }).check();
        const { violations } = await new AxeBuilder({ page }).analyze();
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), [], view);
      }
    });
  }

  it('follows the scheme of the system', async () => {
    const page = await visit('', { colorScheme: 'light' });
    const lightness = () =>
      page.evaluate(() => {
        const numbers = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
        return Math.max(...numbers);
      });
    assert.ok((await lightness()) > 200);
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.ok((await lightness()) < 60);
  });

  it('fits on a phone of 320 pixels', async () => {
    const page = await visit('', { viewport: { width: 320, height: 640 }, hasTouch: true });
    await openPlan(page, `${PLAN}\n${'long'.repeat(100)}\n`);
    for (const view of VIEWS) {
      await follow(page, view);
      if (view === 'append') await append(page, 'wide'.repeat(100));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(width, 320, view);
    }
    await go(page, 'Tasks');
    await page.getByText('First', { exact: true }).tap();
    await page.getByRole('heading', { name: '1 of 3 done' }).waitFor();
  });
});
