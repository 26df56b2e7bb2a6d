/** What a device keeps of the app, and how it comes to the next version of it. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildServiceWorker } from '../../scripts/service-worker-build.mjs';
import { openProfile, type Profile, waitForOfflineApp } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { card, sharePost, upToDate } from '../support/on-screen.ts';
import { clientOf, person, register, signIn } from '../support/people.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';

const ana = person('Ana Ribeiro');
let server: TestServer;
let network: FaultProxy;
let anas: Profile;

beforeAll(async () => {
  const port = await freePort();
  network = await startFaultProxy(port);
  server = await startServer({ port, publicUrl: network.url });
  await register(server, ana);
  anas = await openProfile({ url: network.url });
  await signIn(anas.page, ana);
  await waitForOfflineApp(anas.page);
});
afterAll(async () => {
  await anas?.close();
  await server?.stop();
  await network?.close();
});

const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const kept: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname);
    }
    return kept.sort();
  });

const versionOf = (page: Page) =>
  page.evaluate(() => {
    if (!document.getElementById('root')) return `no version of the app, but ${location.href}`;
    return document.querySelector('meta[name=test-version]')?.getAttribute('content') ?? 'first';
  });

const comesToVersion = (page: Page, version: string) =>
  expect.poll(() => versionOf(page).catch(() => 'on its way'), { timeout: 40_000 }).toBe(version);

/** The files in /assets of this build, without those that are only kept for pages of earlier ones. */
async function currentAssets(): Promise<string[]> {
  const { retired = {} } = JSON.parse(await readFile(join(server.clientDir, '../build.json'), 'utf8'));
  const names = await readdir(join(server.clientDir, 'assets'));
  return names.filter((name) => !/\.(?:br|gz)$/.test(name) && !(name in retired));
}

/** What an upgrade of the server does: other files, a service worker that lists them, a new process. */
async function deploy(version: string): Promise<void> {
  const index = join(server.clientDir, 'index.html');
  const html = (await readFile(index, 'utf8')).replace(/<meta name="test-version"[^>]*>|<\/head>/, (found) =>
    found === '</head>' ? `<meta name="test-version" content="${version}"></head>` : `<meta name="test-version" content="${version}">`,
  );
  await writeFile(index, html);
  await buildServiceWorker({ root: process.cwd(), clientDir: server.clientDir, assets: await currentAssets() });
  // The compressed copies are those of the version before.
  await Promise.all(['sw.js.br', 'sw.js.gz'].map((copy) => rm(join(server.clientDir, copy), { force: true })));
  await server.restart();
}

const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });

test('the device keeps every file of the app and no answer of the API', async () => {
  const entries = await readdir(server.clientDir, { withFileTypes: true, recursive: true });
  const others = entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$|^sw\.js$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(server.clientDir.length))
    .filter((path) => !/^\/(?:install|assets)\//.test(path));
  const files = [...others, ...(await currentAssets()).map((name) => `/assets/${name}`)].sort();
  expect(files).toContain('/index.html');
  await anas.page.goto('/friends');
  await anas.page.goto('/posts');
  expect(await keptPaths(anas.page)).toEqual(files);
});

test('without a network every address of the app opens', async () => {
  const tab = await anas.newTab();
  network.cut();
  for (const path of ['/posts', '/posts/create', '/friends', '/notifications', '/settings?source=pwa']) {
    await tab.goto(path);
    await tab.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(tab.url()).pathname).toBe(path.split('?')[0]);
  }
  network.heal();
  await tab.close();
});

test('what the server answers itself is asked of the server, and an address of the app is not', async () => {
  const tab = await anas.newTab();
  const before = network.requests.length;
  await tab.goto('/friends');
  for (const path of ['/api/health', '/dev/mail', '/images/nobody.webp', '/metrics']) await tab.goto(path);
  const asked = network.requests.slice(before).map(({ path }) => path);
  expect(asked).toEqual(expect.arrayContaining(['/api/health', '/dev/mail', '/images/nobody.webp', '/metrics']));
  expect(asked).not.toContain('/friends');
  await tab.close();
});

test('a new version waits until the member takes it, and then rules in all tabs', async () => {
  const second = await anas.newTab();
  await second.goto('/friends');
  await deploy('second');
  await lookForUpdate(anas.page);
  const offer = anas.page.getByText('New version');
  await offer.waitFor();
  await second.getByText('New version').waitFor();

  // Offered, not forced: also what is opened now is still the first, which fits the code of the tabs that are open.
  const third = await anas.newTab();
  await third.goto('/settings');
  expect(await versionOf(third)).toBe('first');
  await third.close();
  expect(await Promise.all([anas.page, second].map(versionOf))).toEqual(['first', 'first']);
  expect(await offer.count()).toBe(1);

  await anas.page.getByRole('button', { name: 'Reload' }).click();
  for (const page of [anas.page, second]) await comesToVersion(page, 'second');
  expect(new URL(second.url()).pathname).toBe('/friends');
  expect(await offer.count()).toBe(0);
  await second.close();
});

/** A page that was just opened has heard by the end of it which version waits. */
async function knowsWhatWaits(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The app asks as soon as it is registered, this asks behind it: what is answered here was answered there.
    for (let times = 0; times < 2; times++) {
      const registration = await navigator.serviceWorker.ready;
      const { port1, port2 } = new MessageChannel();
      const answered = new Promise((resolve) => {
        port1.onmessage = resolve;
      });
      registration.waiting?.postMessage({ type: 'VERSION' }, [port2]);
      await answered;
    }
  });
  await page.waitForLoadState('networkidle');
}

test('a version that was waved away in one tab is offered in none any more, over reloads; a newer one is', async () => {
  const second = await anas.newTab();
  await second.goto('/friends');
  await deploy('waved away');
  await lookForUpdate(anas.page);
  for (const page of [anas.page, second]) await page.getByText('New version').waitFor();
  await anas.page.locator('[data-toast]').filter({ hasText: 'New version' }).getByRole('button', { name: 'Close' }).click();
  for (const page of [anas.page, second]) await page.getByText('New version').waitFor({ state: 'detached' });
  for (const page of [anas.page, second]) {
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await knowsWhatWaits(page);
    await lookForUpdate(page);
    expect(await page.getByText('New version').count()).toBe(0);
    expect(await versionOf(page)).toBe('second');
  }

  await deploy('third');
  await lookForUpdate(second);
  for (const page of [anas.page, second]) await page.getByText('New version').waitFor();
  await second.close();
});

test('taking it keeps what is not sent and what was typed just now in another tab', async () => {
  const writing = await anas.newTab();
  await writing.goto('/posts/create');
  await anas.page.getByText('New version').waitFor();
  network.cut();
  await anas.page.goto('/posts/create');
  await sharePost(anas.page, 'Written without a network');
  // To come here the page was loaded anew, and the offer with it.
  await anas.page.getByText('New version').waitFor();
  await writing.getByLabel('What would you like to share?').fill('Half a thought');
  await anas.page.getByRole('button', { name: 'Reload' }).click();
  for (const page of [anas.page, writing]) await comesToVersion(page, 'third');
  await expect.poll(() => writing.getByLabel('What would you like to share?').inputValue()).toBe('Half a thought');
  await card(anas.page, 'Written without a network').waitFor();
  network.heal();
  await upToDate(anas.page);
  const { body } = await (await clientOf(server, ana)).get('/api/posts');
  expect(body.data.items.map(({ content }: { content: string }) => content)).toEqual(['Written without a network']);
  await writing.close();
});

test('a version that came out while nobody was there is offered at the next visit', async () => {
  await anas.page.goto('/posts');
  await anas.page.getByRole('heading', { level: 1 }).waitFor();
  await deploy('fourth');
  await anas.reopen();
  await anas.page.goto('/posts');
  await anas.page.getByText('New version').waitFor();
  expect(await versionOf(anas.page)).toBe('third');
  await anas.page.getByRole('button', { name: 'Reload' }).click();
  await comesToVersion(anas.page, 'fourth');
});
