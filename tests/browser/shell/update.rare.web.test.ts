/** What a device stores of the app, and a new version that waits, is waved away, or was released while nobody was there. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitForOfflineApp } from '../../support/browser.ts';
import { frames } from '../../support/on-screen.ts';
import { currentAssets, deploy, lookForUpdate, offer, reachesVersion, take, test, versionOf } from './update-stage.ts';

const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const kept: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname);
    }
    return kept.sort();
  });

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

// The licences are for people who look for them: no device needs their texts offline.
test('the device stores every file of the app and no answer of the API', async ({ open, app, ana }) => {
  const { page } = await open(ana);
  await waitForOfflineApp(page);
  const entries = await readdir(app.clientDir, { withFileTypes: true, recursive: true });
  const others = entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$|^sw\.js$|^licences\.md$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(app.clientDir.length))
    .filter((path) => !/^\/(?:install|assets)\//.test(path));
  // Replication as a single file is for browsers in which no worker can start. The browser itself keeps what the service worker imports.
  const assets = (await currentAssets(app)).filter((name) => !/^(?:unshared|loop)-/.test(name));
  const files = [...others, ...assets.map((name) => `/assets/${name}`)].sort();
  expect(files).toContain('/index.html');
  await page.goto('/friends');
  await page.goto('/posts');
  expect(await keptPaths(page)).toEqual(files);
});

test('every address opens without a network', async ({ open, ana, faultProxy: network }) => {
  const { page } = await open(ana, { url: network.url });
  await waitForOfflineApp(page);
  network.cut();
  for (const path of ['/posts', '/posts/create', '/friends', '/notifications', '/settings?source=pwa']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
  }
});

test('addresses that only the server answers go to the server, and no page does', async ({ open, ana, faultProxy: network }) => {
  const { page } = await open(ana, { url: network.url });
  await waitForOfflineApp(page);
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

test('a new version is offered and not forced; a new tab still fits the open ones', async ({ open, app, ana }) => {
  const { page, newTab } = await open(ana);
  await waitForOfflineApp(page);
  const first = await versionOf(page);
  await deploy(app, 'offered');
  await lookForUpdate(page);
  await offer(page).waitFor();
  const second = await newTab();
  await second.goto('/settings');
  expect(await Promise.all([page, second].map(versionOf))).toEqual([first, first]);
  expect(await offer(page).count()).toBe(1);
});

test('a version that was dismissed in one tab is offered in none, also after reloads; a newer one is', async ({ open, app, ana }) => {
  const { page, newTab } = await open(ana);
  await waitForOfflineApp(page);
  const first = await versionOf(page);
  const second = await newTab();
  const tabs = [page, second];
  await second.goto('/friends');
  await deploy(app, 'waved away');
  await lookForUpdate(page);
  for (const tab of tabs) await offer(tab).waitFor();
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
  await deploy(app, 'newer');
  await lookForUpdate(second);
  for (const tab of tabs) await offer(tab).waitFor();
});

test('a version released while nobody was there is offered at the next visit, and taking it in one tab applies to all', async ({
  openOnDisk,
  app,
  ana,
}) => {
  const device = await openOnDisk(ana);
  await waitForOfflineApp(device.page);
  const before = await versionOf(device.page);
  await deploy(app, 'in between');
  const page = await device.reopen();
  const second = await device.newTab();
  await page.goto('/posts');
  await second.goto('/friends');
  for (const tab of [page, second]) {
    await offer(tab).waitFor();
    expect(await versionOf(tab)).toBe(before);
  }
  await take(page);
  for (const tab of [page, second]) await reachesVersion(tab, 'in between');
  expect(new URL(second.url()).pathname).toBe('/friends');
  expect(await offer(second).count()).toBe(0);
});
