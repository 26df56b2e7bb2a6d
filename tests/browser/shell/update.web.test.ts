/** What a device stores of the app, and how it gets the next version. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { buildServiceWorker } from '../../../scripts/service-worker-build.ts';
import { waitForOfflineApp } from '../../support/browser.ts';
import { builtServerTest } from '../../support/fixtures/browser.ts';
import { card, frames, upToDate } from '../../support/on-screen.ts';
import { sharePost } from '../../support/post-form.ts';
import type { TestServer } from '../../support/server.ts';

const test = builtServerTest.extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana Ribeiro'));

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

const reachesVersion = (page: Page, version: string) =>
  expect.poll(() => versionOf(page).catch(() => 'on its way'), { timeout: 40_000 }).toBe(version);

/** The files in /assets of this build, without those that are only kept for pages of earlier builds. */
async function currentAssets(app: TestServer): Promise<string[]> {
  const { retired = {} } = JSON.parse(await readFile(join(app.clientDir, '../build.json'), 'utf8'));
  const names = await readdir(join(app.clientDir, 'assets'));
  return names.filter((name) => !/\.(?:br|gz)$/.test(name) && !(name in retired));
}

/** What an upgrade of the server does: other files, a service worker that lists them, a new process. */
async function deploy(app: TestServer, version: string): Promise<void> {
  const index = join(app.clientDir, 'index.html');
  const html = (await readFile(index, 'utf8')).replace(/<meta name="test-version"[^>]*>|<\/head>/, (found) =>
    found === '</head>' ? `<meta name="test-version" content="${version}"></head>` : `<meta name="test-version" content="${version}">`,
  );
  await writeFile(index, html);
  await buildServiceWorker({ root: process.cwd(), clientDir: app.clientDir, assets: await currentAssets(app) });
  // The compressed copies still belong to the previous version.
  await Promise.all(['sw.js.br', 'sw.js.gz'].map((copy) => rm(join(app.clientDir, copy), { force: true })));
  await app.restart();
}

const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });

const offer = (page: Page) => page.getByText('New version');
const take = (page: Page) => page.getByRole('button', { name: 'Reload' }).click();

test('a page that was loading while the first worker took over the others is taken over too', async ({ open, ana }) => {
  const { page: early, newTab } = await open(ana, { at: 'about:blank' });
  const asked = new Promise<() => void>((resolve) => {
    void early.route('**/friends', async (route) => {
      await new Promise<void>((letGo) => resolve(letGo));
      await route.continue();
    });
  });
  const arrived = early.goto('/friends');
  const letGo = await asked;
  const page = await newTab();
  await page.goto('/posts');
  await waitForOfflineApp(page);
  letGo();
  await arrived;
  await waitForOfflineApp(early);
});

test('the device stores every file of the app and no answer of the API: every address opens without a network, and addresses that only the server answers go to the server', async ({
  open,
  app,
  ana,
  faultProxy: network,
}) => {
  const { page } = await open(ana, { url: network.url });
  await waitForOfflineApp(page);
  const entries = await readdir(app.clientDir, { withFileTypes: true, recursive: true });
  const others = entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$|^sw\.js$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(app.clientDir.length))
    .filter((path) => !/^\/(?:install|assets)\//.test(path));
  // Replication as a single file is for browsers in which no worker can start.
  const assets = (await currentAssets(app)).filter((name) => !name.startsWith('unshared-'));
  const files = [...others, ...assets.map((name) => `/assets/${name}`)].sort();
  expect(files).toContain('/index.html');
  await page.goto('/friends');
  await page.goto('/posts');
  expect(await keptPaths(page)).toEqual(files);

  network.cut();
  for (const path of ['/posts', '/posts/create', '/friends', '/notifications', '/settings?source=pwa']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
  }

  network.heal();
  const before = network.requests.length;
  await page.goto('/friends');
  for (const path of ['/api/health', '/dev/mail']) await page.goto(path);
  const asked = network.requests.slice(before).map(({ path }) => path);
  expect(asked).toEqual(expect.arrayContaining(['/api/health', '/dev/mail']));
  expect(asked).not.toContain('/friends');
});

/** Afterwards a freshly opened page knows which version waits, and has shown it. */
async function knowsWaitingVersion(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The app asks once it is registered, and this asks after it: an answer here means that the app has its answer too.
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
  await frames(page, 5);
}

test('a new version waits for the member; dismissed in one tab it is offered in none, also after reloads; a newer one is offered, and taking it loses nothing', async ({
  open,
  app,
  ana,
  faultProxy: network,
}) => {
  const { page, newTab } = await open(ana, { url: network.url });
  await waitForOfflineApp(page);
  const first = await versionOf(page);
  const second = await newTab();
  const tabs = [page, second];
  await second.goto('/friends');
  await deploy(app, 'waved away');
  await lookForUpdate(page);
  for (const tab of tabs) await offer(tab).waitFor();

  // The version is offered, not forced. A new tab gets the first version as well, which fits the code of the open tabs.
  const third = await newTab();
  await third.goto('/settings');
  expect(await versionOf(third)).toBe(first);
  await third.close();
  expect(await Promise.all(tabs.map(versionOf))).toEqual([first, first]);
  expect(await offer(page).count()).toBe(1);

  await page.locator('[data-toast]').filter({ hasText: 'New version' }).getByRole('button', { name: 'Close' }).click();
  for (const tab of tabs) await offer(tab).waitFor({ state: 'detached' });
  for (const tab of tabs) {
    await tab.reload();
    await tab.getByRole('heading', { level: 1 }).waitFor();
    await knowsWaitingVersion(tab);
    await lookForUpdate(tab);
    await frames(tab, 5);
    expect(await offer(tab).count()).toBe(0);
    expect(await versionOf(tab)).toBe(first);
  }

  await deploy(app, 'taken');
  await lookForUpdate(second);
  for (const tab of tabs) await offer(tab).waitFor();

  // Takes the version while a write is pending and the other tab has freshly typed text.
  await second.goto('/posts/create');
  await offer(second).waitFor();
  network.cut();
  await page.goto('/posts/create');
  await sharePost(page, 'Written without a network');
  // Coming here loaded the page anew, and the offer with it.
  await offer(page).waitFor();
  await second.getByLabel('What would you like to share?').fill('Half a thought');
  await take(page);
  for (const tab of tabs) await reachesVersion(tab, 'taken');
  await expect.poll(() => second.getByLabel('What would you like to share?').inputValue()).toBe('Half a thought');
  await card(page, 'Written without a network').waitFor();
  for (const tab of tabs) expect(await offer(tab).count()).toBe(0);
  network.heal();
  await upToDate(page);
  const { body } = await ana.client.get('/api/posts');
  expect(body.data.items.map(({ content }: { content: string }) => content)).toEqual(['Written without a network']);
});

test('a version released while nobody was there is offered at the next visit, and taking it in one tab applies to all', async ({
  openOnDisk,
  app,
  ana,
}) => {
  const device = await openOnDisk(ana);
  await waitForOfflineApp(device.page);
  const before = await versionOf(device.page);
  await deploy(app, 'meanwhile');
  const page = await device.reopen();
  const second = await device.newTab();
  await page.goto('/posts');
  await second.goto('/friends');
  for (const tab of [page, second]) {
    await offer(tab).waitFor();
    expect(await versionOf(tab)).toBe(before);
  }
  await take(page);
  for (const tab of [page, second]) await reachesVersion(tab, 'meanwhile');
  expect(new URL(second.url()).pathname).toBe('/friends');
  expect(await offer(second).count()).toBe(0);
});
