/** What depends on when and how often React runs effects: single pieces of the page, in a real browser. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { prepareContext } from '../../support/browser.ts';
import { bundleForBrowser } from '../../support/browser-bundle.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';

const test = browserTest
  .extend('complaints', (): string[] => [])
  /** An empty page, without a server. */
  .extend('page', async ({ chromium, complaints }, { onCleanup }) => {
    const context = await chromium.newContext();
    onCleanup(() => context.close());
    prepareContext(context, complaints);
    return context.newPage();
  });

async function run(page: Page, ...bundle: Parameters<typeof bundleForBrowser>): Promise<void> {
  await page.addScriptTag({ content: await bundleForBrowser(...bundle), type: 'module' });
}

test('code that arrives between the rendering of its page and the effect is shown', async ({ page, complaints }) => {
  await run(
    page,
    `
    import { createElement, useLayoutEffect } from 'react';
    import { createRoot } from 'react-dom/client';
    import { PagePiece, piece } from '/src/shell/page-piece.tsx';
    let arrive;
    const late = piece(() => new Promise((resolve) => { arrive = resolve; }));
    late.preload();
    function Beside() {
      useLayoutEffect(() => arrive({ default: () => createElement('p', null, 'The page') }), []);
      return createElement('p', null, 'Drawn');
    }
    const root = document.body.appendChild(document.createElement('main'));
    createRoot(root).render(createElement('div', null, createElement(PagePiece, { of: late }), createElement(Beside)));`,
  );
  await page.getByText('Drawn').waitFor();
  await page.getByText('The page').waitFor();
  expect(complaints).toEqual([]);
});

test('under StrictMode the store has one user in the end, is released on unmount, and says when it is outdated', async ({ page }) => {
  await run(
    page,
    `
    import { createElement, StrictMode } from 'react';
    import { createRoot } from 'react-dom/client';
    import { LocalStoreProvider, useStore } from '/src/data/local-store.tsx';
    const Inside = () => createElement('p', null, 'Store of ' + useStore().userId);
    const root = createRoot(document.body.appendChild(document.createElement('main')));
    const says = (text) => () => createElement('p', null, text);
    const provider = createElement(LocalStoreProvider, { opening: null, failed: says('Failed'), outdated: says('Outdated') }, createElement(Inside));
    root.render(createElement(StrictMode, null, provider));
    globalThis.unmount = () => root.unmount();`,
    {
      'session.ts': `export const useSession = () => ({ status: 'signed-in', user: { id: 'ana' } });`,
      'open-store.ts': `
          const used = (globalThis.used = { times: 0, users: new Set() });
          export function acquireStore(userId, user) {
            used.times += 1;
            used.users.add(user);
            return { store: Promise.resolve({ userId }), release: () => used.users.delete(user) };
          }`,
    },
  );
  type Probe = { used: { times: number; users: Set<{ onOutdated(): void }> }; unmount(): void };
  const users = () => page.evaluate(() => (globalThis as unknown as Probe).used.users.size);
  await page.getByText('Store of ana').waitFor();
  expect(await users()).toBe(1);
  await page.evaluate(() => {
    for (const user of (globalThis as unknown as Probe).used.users) user.onOutdated();
  });
  await page.getByText('Outdated').waitFor();
  await page.evaluate(() => (globalThis as unknown as Probe).unmount());
  expect(await users()).toBe(0);
});
