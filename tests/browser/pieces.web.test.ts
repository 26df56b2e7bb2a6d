/** Pieces of the app that cannot be had for a moment, in a browser that keeps none of them: they are waited for, not reloaded for. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openProfile, type Profile } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { upToDate } from '../support/on-screen.ts';
import { person, register, signIn } from '../support/people.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const ana = person('Ana Ribeiro');
const groups = /^\/assets\/(?:groups|group-list)-[\w-]+\.(?:js|css)$/;
let server: TestServer;
let network: FaultProxy;
let profile: Profile;
let page: Page;
/** how often the page was loaded in this test */
let loads = 0;

beforeAll(async () => {
  const port = await freePort();
  network = await startFaultProxy(port);
  server = await startServer({ port, publicUrl: network.url });
  await register(server, ana);
  profile = await openProfile({ url: network.url });
  await profile.context.addInitScript(() => {
    delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker;
  });
  await signIn(profile.page, ana);
  await upToDate(profile.page);
});
beforeEach(async () => {
  page = await profile.newTab();
  const session = await profile.context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  loads = 0;
  page.on('load', () => {
    loads += 1;
  });
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: `test-results/pieces-${task.id}.png` });
  network.refuse(null);
  network.heal();
  await page.close();
});
afterAll(async () => {
  await profile?.close();
  await server?.stop();
  await network?.close();
});

const asked = (since: number, path: RegExp) => network.requests.slice(since).filter((request) => path.test(request.path)).length;
/** Opens the feed while the piece of the groups cannot be had; ends when all pieces were asked for beforehand. */
async function openWithoutGroups(): Promise<void> {
  network.refuse(groups);
  const since = network.requests.length;
  await page.goto('/posts');
  await upToDate(page);
  await until(() => asked(since, /^\/assets\/groups-[\w-]+\.js$/) > 0 && asked(since, /^\/assets\/security-[\w-]+\.js$/) > 0);
  await page.waitForLoadState('networkidle');
}
const openGroups = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Groups' }).click();
/** of the piece itself: the bar above it says where one is before it is there */
const content = () => page.getByRole('main').getByText('A group needs people.');
/** whether the page has the rules of the groups; those of a sheet that could not be had cannot be read */
const isStyled = () =>
  page.evaluate(() =>
    [...document.styleSheets].some((sheet) => {
      if (!/\/groups-[\w-]+\.css$/.test(sheet.href ?? '')) return false;
      try {
        return sheet.cssRules.length > 0;
      } catch {
        return false;
      }
    }),
  );

test('what is fetched beforehand and cannot be had is nobody’s business, and comes with its look once it is wanted', async () => {
  await openWithoutGroups();
  expect(loads).toBe(1);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await isStyled()).toBe(false);
  network.refuse(null);
  await openGroups();
  await content().waitFor();
  expect(await isStyled()).toBe(true);
  expect(loads).toBe(1);
});

test('a page that is wanted while the server restarts is waited for', async () => {
  await openWithoutGroups();
  network.refuse(null);
  network.cut();
  await openGroups();
  await page.getByRole('main').getByRole('status').waitFor();
  await server.restart();
  network.heal();
  await content().waitFor();
  expect(loads).toBe(1);
});

test('a server that stays away is a failure of the network, and Try Again shows the page without loading all of it anew', async () => {
  await openWithoutGroups();
  network.refuse(null);
  network.cut();
  await openGroups();
  const screen = page.getByRole('alert').filter({ hasText: 'Page Error' });
  await screen.getByText('This page could not be loaded. Please check your connection.').waitFor();
  network.heal();
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await content().waitFor();
  expect(loads).toBe(1);
});
