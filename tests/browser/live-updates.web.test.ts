/** Something between lets every request pass and no stream: the page says so and is loaded anew, seldom, and never under somebody's hands. */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { openProfile, type Profile } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { card, upToDate } from '../support/on-screen.ts';
import { befriend, clientOf, person, register, signIn } from '../support/people.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const STREAM = '/api/sync/stream';
const WORDS = 'Unable to connect to live updates. Refreshing page...';
const TRIES_ON = 'Connection lost. Attempting to reconnect...';
const FIVE_MINUTES = 5 * 60_000;
/** as long as it is said before the page goes, and a little */
const SAID_MS = 5000;
const [ana, ben] = [person('Ana Ribeiro'), person('Ben Okafor')];
let server: TestServer;
let network: FaultProxy;
let profile: Profile;
let tabs: readonly [Page, Page];
/** when pages were loaded anew by themselves */
let loaded: number[] = [];

beforeAll(async () => {
  const port = await freePort();
  network = await startFaultProxy(port);
  server = await startServer({ port, publicUrl: network.url });
  await Promise.all([register(server, ana), register(server, ben)]);
  await befriend(server, ana, ben);
  profile = await openProfile({ url: network.url });
  await signIn(profile.page, ana);
  await upToDate(profile.page);
  tabs = [profile.page, await profile.newTab()];
  await tabs[1].goto('/posts');
  await upToDate(tabs[1]);
  for (const tab of tabs) tab.on('load', () => loaded.push(Date.now()));
});
beforeEach(({ task }) => {
  loaded = [];
  onTestFailed(async () => {
    for (const [at, tab] of tabs.entries()) await tab.screenshot({ path: `test-results/live-updates-${task.id}-${at}.png` });
  });
});
afterAll(async () => {
  await profile?.close();
  await server?.stop();
  await network?.close();
});

const said = async () => (await Promise.all(tabs.map((tab) => tab.getByText(WORDS).count()))).some((count) => count > 0);
/** Streams are refused from now on, the open one is gone. */
function refuseStreams(): void {
  network.refuse(STREAM);
  network.cut();
  network.heal();
}
/** Ends when streams were refused for as long as it takes to give them up, and requests were answered all the same. */
async function givenUp(): Promise<void> {
  const first = network.requests.length;
  const since = () => network.requests.slice(first).find(({ path }) => path === STREAM)?.at ?? Number.POSITIVE_INFINITY;
  await until(() => network.requests.slice(first).some(({ path, at }) => path === '/api/sync/pull' && at - since() > 10_000), 60_000);
}

test('without a stream news come all the same; the page of the worker that tries says so and is loaded anew, not both', async () => {
  refuseStreams();
  const client = await clientOf(server, ben);
  const sent = await client.post('/api/posts', { id: uuid(), content: 'Told without a stream', visibility_type: 'friends' });
  expect(sent.status).toBe(201);
  for (const tab of tabs) await card(tab, 'Told without a stream').waitFor();
  await until(said, 60_000);
  expect(loaded).toEqual([]);
  await until(() => loaded.length === 1, SAID_MS);
  for (const tab of tabs) await card(tab, 'Told without a stream').waitFor();
});

test('that is done once in five minutes, over reloads and tabs', async () => {
  const forSeconds = 40;
  const again = Date.now() + forSeconds * 1000;
  await tabs[0].evaluate((at) => localStorage.setItem('liveUpdatesReload', String(at)), again - FIVE_MINUTES);
  await until(() => loaded.length > 0, 90_000);
  expect(loaded[0]).toBeGreaterThanOrEqual(again);
  // Both had given up long before: without the rule it were two by now.
  expect(loaded).toHaveLength(1);
});

test('never with something unsaved on the page, nor without a network; once both are over', async () => {
  network.refuse(null);
  await upToDate(tabs[0]);
  await tabs[1].close();
  tabs = [tabs[0], tabs[0]];
  const page = tabs[0];
  await page.goto('/settings');
  await page.goto('/posts/create');
  const text = page.getByLabel('What would you like to share?');
  await text.fill('Not yet said');
  await page.getByRole('heading', { level: 1 }).click();
  await page.evaluate(() => localStorage.removeItem('liveUpdatesReload'));
  loaded = [];
  refuseStreams();
  await givenUp();
  await page.locator('[data-toast]', { hasText: TRIES_ON }).waitFor();
  // Nothing else happens, and there is nothing that would tell when it does not.
  await page.waitForTimeout(SAID_MS);
  expect(await said()).toBe(false);

  await profile.context.setOffline(true);
  await text.fill('');
  await page.getByRole('heading', { level: 1 }).click();
  await page.waitForTimeout(SAID_MS);
  expect(await said()).toBe(false);
  expect(loaded).toEqual([]);
  await profile.context.setOffline(false);
  await until(said, 60_000);

  // Who begins to type while it is said is not interrupted.
  await text.fill('After all');
  await until(async () => !(await said()));
  await page.waitForTimeout(SAID_MS);
  expect(loaded).toEqual([]);
  expect(await text.inputValue()).toBe('After all');

  await text.fill('');
  await page.getByRole('heading', { level: 1 }).click();
  await until(() => loaded.length === 1, 60_000);
  network.refuse(null);
  await page.goto('/posts');
  await upToDate(page);
});
