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
    createRoot(root).render(createElement('div', null, createElement(PagePiece, { piece: late }), createElement(Beside)));`,
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
    import { LocalStoreProvider, useStore } from '/src/data/store/local-store.tsx';
    const Inside = () => createElement('p', null, 'Store of ' + useStore().userId);
    const root = createRoot(document.body.appendChild(document.createElement('main')));
    const says = (text) => () => createElement('p', null, text);
    const provider = createElement(LocalStoreProvider, { opening: null, failed: says('Failed'), outdated: says('Outdated') }, createElement(Inside));
    root.render(createElement(StrictMode, null, provider));
    globalThis.unmount = () => root.unmount();`,
    {
      'session.ts': `export const useSession = () => ({ status: 'signed-in', user: { id: 'ana' } });`,
      'acquire-store.ts': `
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
  await expect.poll(() => users()).toBe(1);
  await page.evaluate(() => {
    for (const user of (globalThis as unknown as Probe).used.users) user.onOutdated();
  });
  await page.getByText('Outdated').waitFor();
  await page.evaluate(() => (globalThis as unknown as Probe).unmount());
  await expect.poll(() => users()).toBe(0);
});

test('under StrictMode a query keeps its early rows until the store has answered it, and never shows them for another query, or again', async ({
  page,
  complaints,
}) => {
  await run(
    page,
    `
    import { createElement, StrictMode, useState } from 'react';
    import { createRoot } from 'react-dom/client';
    import { LocalStoreProvider, useLiveQuery } from '/src/data/store/local-store.tsx';
    import { firstPictureDrawn } from '/src/data/first-paint.ts';
    function Inside() {
      const [of, setOf] = useState('one');
      globalThis.ask = setOf;
      const { rows } = useLiveQuery(({ collections }) => collections.posts.find({ of }), [of]);
      firstPictureDrawn();
      return createElement('p', null, of + ': ' + (rows?.map(({ text }) => text).join() ?? 'nothing yet'));
    }
    const root = createRoot(document.body.appendChild(document.createElement('main')));
    const provider = createElement(LocalStoreProvider, { opening: 'Opening', failed: () => 'Failed', outdated: () => null }, createElement(Inside));
    root.render(createElement(StrictMode, null, provider));`,
    {
      'session.ts': `export const useSession = () => ({ status: 'signed-in', user: { id: 'ana' } });`,
      'first-rows.ts': `
          const answers = new Map([['posts {"of":"one"}', [{ id: '1', text: 'early' }]]]);
          let rows = { userId: 'ana', answers, serverTime: null, progress: { filled: [] } };
          const listeners = new Set();
          export const onFirstRows = (listener) => { listeners.add(listener); return () => listeners.delete(listener); };
          export const firstRowsOf = () => rows;
          export const readsFirstRows = () => false;
          export const onceFirstRowsRead = (then) => { then(); return () => undefined; };
          export const dropFirstRows = () => { globalThis.dropped = true; rows = null; for (const listener of listeners) listener(); };`,
      'acquire-store.ts': `
          const find = ({ of }) => ({ collection: { database: store }, mangoQuery: { selector: { of } }, $: { subscribe: ({ next }) => {
            (globalThis.answer ??= {})[of] = (text) => next([{ primary: '1', revision: '1-a', toJSON: () => ({ id: '1', text }) }]);
            return { unsubscribe: () => undefined };
          } } });
          const store = { userId: 'ana', collections: { posts: { find } } };
          export const acquireStore = () => ({ store: new Promise((resolve) => { globalThis.open = () => resolve(store); }), release: () => {} });`,
    },
  );
  type Probe = { open(): void; ask(of: string): void; answer: Record<string, (text: string) => void>; dropped?: boolean };
  const act = (what: (probe: Probe) => unknown) => page.evaluate(`(${what})(globalThis)`);
  const shows = (text: string) => page.getByText(text, { exact: true }).waitFor();
  await shows('one: early');
  await expect.poll(() => act((probe) => typeof probe.open)).toBe('function');
  await act((probe) => probe.open());
  await expect.poll(() => act((probe) => probe.dropped && typeof probe.answer?.one)).toBe('function');
  await shows('one: early');
  await act((probe) => probe.ask('two'));
  await shows('two: nothing yet');
  await act((probe) => probe.ask('one'));
  await shows('one: nothing yet');
  await act((probe) => probe.answer.one?.('late'));
  await shows('one: late');
  expect(complaints).toEqual([]);
});

test("the server's time that comes between the rendering of a day and the effects is shown", async ({ page, complaints }) => {
  await run(
    page,
    `
    import { createElement, useLayoutEffect } from 'react';
    import { createRoot } from 'react-dom/client';
    import { pageClock } from '/src/data/store/page-clock.ts';
    import { dayText } from '/src/text/times.ts';
    import { useToday } from '/src/ui/behaviour/use-clock.ts';
    const device = Date.now();
    const server = device - 2 * 24 * 60 * 60 * 1000;
    const today = new Date(server).toISOString();
    const Day = () => createElement('h2', null, dayText(today, useToday()));
    function Beside() {
      useLayoutEffect(() => pageClock.take({ device, server }), []);
      return createElement('p', null, 'Drawn');
    }
    const root = document.body.appendChild(document.createElement('main'));
    createRoot(root).render(createElement('div', null, createElement(Day), createElement(Beside)));`,
  );
  await page.getByText('Drawn').waitFor();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  expect(complaints).toEqual([]);
});
