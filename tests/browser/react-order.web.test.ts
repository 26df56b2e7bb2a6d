/** What hangs on when React runs its effects, and how often: pieces of the page by themselves, in a real browser. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openProfile, type Profile } from '../support/browser.ts';
import { bundleForBrowser } from '../support/browser-bundle.ts';

let profile: Profile;
beforeAll(async () => {
  profile = await openProfile({ url: 'http://localhost' });
});
beforeEach(() => profile.page.goto('about:blank'));
afterAll(() => profile?.close());

async function run(...bundle: Parameters<typeof bundleForBrowser>): Promise<void> {
  await profile.page.addScriptTag({ content: await bundleForBrowser(...bundle), type: 'module' });
}

test('code that arrives between the drawing of its page and the effect is shown', async () => {
  await run(`
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
    createRoot(root).render(createElement('div', null, createElement(PagePiece, { of: late }), createElement(Beside)));`);
  await profile.page.getByText('Drawn').waitFor();
  await profile.page.getByText('The page').waitFor({ timeout: 10_000 });
  expect(profile.complaints).toEqual([]);
});

test('under StrictMode the store is used once in the end, given back when it goes, and says when it is outdated', async () => {
  await run(
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
  const users = () => profile.page.evaluate(() => (globalThis as unknown as Probe).used.users.size);
  await profile.page.getByText('Store of ana').waitFor();
  expect(await users()).toBe(1);
  await profile.page.evaluate(() => {
    for (const user of (globalThis as unknown as Probe).used.users) user.onOutdated();
  });
  await profile.page.getByText('Outdated').waitFor();
  await profile.page.evaluate(() => (globalThis as unknown as Probe).unmount());
  expect(await users()).toBe(0);
});
