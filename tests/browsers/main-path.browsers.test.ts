/**
 * What people do every day, written once for all engines except Chromium, which has its own tests. The network is a proxy that can be cut,
 * the server is the built one. Each test begins with an empty browser.
 */
import { v7 as uuid } from 'uuid';
import { describe, expect } from 'vitest';
import { PASSWORD } from '../support/circle.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { builtServerTest } from '../support/fixtures/browser.ts';
import type { Member } from '../support/fixtures/server.ts';
import { newerVersionFor } from '../support/newer-version.ts';
import { until } from '../support/until.ts';
import { firefox, privateFirefox } from './firefox.ts';
import { button, card, type Engine, type EngineBrowser, field, heading, link, type Tab, tabOf } from './tab.ts';
import { webkit } from './webkit.ts';

const engines: readonly Engine[] = [firefox, privateFirefox, webkit];
const STREAM = '/api/sync/stream';
const live = { css: '[data-sync=live]' };
const offline = { css: '[data-sync=offline]' };

const test = builtServerTest
  /** Ana and Ben, new for each test, are friends. */
  .extend('people', async ({ circle }) => {
    const join = (name: string) => circle.signUp(name, { email: `${uuid()}@kith.test` });
    const [ana, ben] = [await join('Ana Ribeiro'), await join('Ben Okri')];
    await circle.befriend(ana, ben);
    await circle.post(ben, { content: 'One table for all of us' });
    return { ana, ben };
  })
  /** The count of Ana's posts on the server with this text. */
  .extend(
    'sent',
    ({ db, people: { ana } }) =>
      async (text: string): Promise<number> =>
        (await db.sql`select 1 from posts where author_id = ${ana.id} and content = ${text}`).length,
  )
  /** Opens a browser of this engine, on the network of this test. Returns a function that opens a tab in it. */
  .extend('start', ({ faultProxy: network }, { onCleanup }) => {
    const opened: EngineBrowser[] = [];
    onCleanup(async () => void (await Promise.all(opened.map((one) => one.close()))));
    return async ({ name, open }: Engine) => {
      const browser = await open();
      opened.push(browser);
      console.log(`${name} ${browser.version}`);
      return async (): Promise<Tab> => tabOf(await browser.newTab(), network.url);
    };
  });

async function signIn(tab: Tab, who: Member): Promise<void> {
  await tab.goto('/auth');
  await tab.type(field('^Email$'), who.email);
  await tab.type(field('^Password$'), PASSWORD);
  await tab.click(button('^Login$'));
  await tab.isAt('/posts');
  await tab.sees(card('One table for all of us'));
  await tab.sees(live);
}

/** Cuts the network, and waits until the page says so: the banner moves the page, so that a press at that moment would miss its button. */
async function cutNetwork(tab: Tab, network: FaultProxy): Promise<void> {
  network.cut();
  await tab.sees(offline);
}

/** Waits until the app would open without a network. */
const isKept = (tab: Tab) => tab.until(() => navigator.serviceWorker.controller !== null);

async function write(tab: Tab, text: string): Promise<void> {
  await tab.click(link('New post'));
  await tab.type(field('What would you like to share'), text);
  await tab.click(button('^Share'));
  await tab.isAt('/posts');
  await tab.sees(card(text));
}

for (const engine of engines)
  describe.skipIf(!engine.isInstalled)(engine.name, () => {
    test('signs in and reads; what is written without a network survives a reload, and is sent once', async ({
      start,
      people: { ana, ben },
      circle,
      sent,
      faultProxy: network,
    }) => {
      const tab = await (await start(engine))();
      await signIn(tab, ana);
      await isKept(tab);
      await cutNetwork(tab, network);
      await write(tab, 'Written without a network');
      await tab.reload();
      await tab.sees(card('Written without a network'));
      expect(await sent('Written without a network')).toBe(0);
      network.heal();
      await tab.sees(live);
      expect(await sent('Written without a network')).toBe(1);
      await circle.post(ben, { content: 'Heard again' });
      await tab.sees(card('Heard again'));
    });

    test('two tabs share one stream; when the leading one closes, the other one leads', async ({
      start,
      people: { ana, ben },
      circle,
      sent,
      faultProxy: network,
    }) => {
      const newTab = await start(engine);
      const first = await newTab();
      await signIn(first, ana);
      const second = await newTab();
      await second.goto('/posts');
      await second.sees(live);
      expect(network.openRequests(STREAM)).toBe(1);
      await first.close();
      await circle.post(ben, { content: 'After the first tab' });
      await second.sees(card('After the first tab'));
      await write(second, 'By the second tab');
      await until(async () => (await sent('By the second tab')) === 1);
      await until(() => network.openRequests(STREAM) === 1);
    });

    test('a newer version is offered and taken', async ({ start, people: { ana }, app, onTestFinished }) => {
      const tab = await (await start(engine))();
      await signIn(tab, ana);
      await isKept(tab);
      const newer = await newerVersionFor(app);
      onTestFinished(() => newer.takeBack());
      // The first version is not offered: a press on that offer would leave the next version waiting.
      expect(await tab.has(button('^Reload$'))).toBe(false);
      await newer.offer();
      await tab.run(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
      await tab.click(button('^Reload$'));
      await tab.sees(card('One table for all of us'));
      await tab.until(() => document.querySelector('meta[name=test-version]')?.getAttribute('content') === 'next');
      await tab.sees(live);
    });

    test('storage that is deleted under the open app fills again, with the pending post', async ({
      start,
      people: { ana },
      sent,
      faultProxy: network,
    }) => {
      const newTab = await start(engine);
      const tab = await newTab();
      await signIn(tab, ana);
      await isKept(tab);
      await cutNetwork(tab, network);
      await write(tab, 'Not sent yet');
      network.refuse(/^\/api\/sync/);
      network.heal();
      const other = await newTab();
      await other.goto('/api/health');
      await other.run(async () => {
        const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
        await Promise.all(
          names.map(
            (name) =>
              new Promise<void>((resolve, reject) => {
                const deletion = indexedDB.deleteDatabase(name);
                deletion.onsuccess = () => resolve();
                deletion.onerror = () => reject(deletion.error);
              }),
          ),
        );
      });
      // Back to the app: behind another tab it is slow, because browsers slow down tabs in the background.
      await other.close();
      expect(await sent('Not sent yet')).toBe(0);
      network.refuse(null);
      await until(async () => (await sent('Not sent yet')) === 1);
      await tab.sees(card('One table for all of us'));
      await tab.sees(card('Not sent yet'));
      await tab.sees(live);
      await write(tab, 'With new storage');
      await until(async () => (await sent('With new storage')) === 1);
      await tab.reload();
      await tab.sees(card('With new storage'));
      expect(await sent('Not sent yet')).toBe(1);
    });

    test('signing out ends the session in all tabs, and leaves no database', async ({ start, people: { ana } }) => {
      const newTab = await start(engine);
      const tab = await newTab();
      await signIn(tab, ana);
      const other = await newTab();
      await other.goto('/posts');
      await other.sees(live);
      await tab.goto('/settings');
      await tab.sees(heading('Settings'));
      await tab.click(button('^Sign out$'));
      for (const one of [tab, other]) await one.isAt('/auth');
      await tab.until(async () => (await indexedDB.databases()).every(({ name }) => !name?.includes('kith-')));
      expect(await tab.run(() => localStorage.getItem('kith-session'))).toBe(null);
    });
  });
