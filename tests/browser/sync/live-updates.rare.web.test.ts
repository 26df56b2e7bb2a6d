/**
 * Something in between lets every request pass but no stream: the page says so and reloads, rarely, and never while somebody writes. Unit
 * tests beside the code cover the ten seconds until a stream counts as denied, and how the five minutes are counted.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { FaultProxy } from '../../support/fault-proxy.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { card, upToDate } from '../../support/on-screen.ts';
import { until } from '../../support/until.ts';

const STREAM = '/api/sync/stream';
const FIVE_MINUTES = 5 * 60_000;
/** how long the message shows before the page reloads, and a little more */
const NOTICE_MS = 5000;
const WAIT_MS = 60_000;

const test = browserTest
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okafor')];
    await circle.befriend(ana, ben);
    return { ana, ben };
  })
  /** Ana's phone, on the feed, with a clock that the test can move. The work of a worker still takes its real time. */
  .extend('phone', async ({ open, people, faultProxy: network }) => {
    const phone = await open(people.ana, { url: network.url, at: 'about:blank' });
    await phone.page.clock.install();
    await phone.page.goto('/posts');
    await upToDate(phone.page);
    return phone;
  });

const refreshNotice = (page: Page) => page.getByText('Unable to connect to live updates. Refreshing page...');
/** Shows once when a stream was denied and the page may not reload for it. */
const reconnectNotice = (page: Page) => page.locator('[data-toast]', { hasText: 'Connection lost. Attempting to reconnect...' });

/** Refuses streams from now on, and closes the open one. */
function refuseStreams(network: FaultProxy): void {
  network.refuse(STREAM);
  network.cut();
  network.heal();
}

test('without a stream news still arrive; the page whose worker tries says so and reloads, not both pages, and once in five minutes', async ({
  phone: { page, newTab },
  people,
  faultProxy: network,
  circle,
}) => {
  const other = await newTab();
  await other.goto('/posts');
  await upToDate(other);
  const tabs = [page, other];
  const loads: Page[] = [];
  for (const tab of tabs) tab.on('load', (loaded) => loads.push(loaded));
  /** the first tab that shows this */
  const first = (saying: (tab: Page) => ReturnType<typeof refreshNotice>) =>
    Promise.any(
      tabs.map(async (tab) => {
        await saying(tab).waitFor({ timeout: WAIT_MS });
        return tab;
      }),
    );

  refuseStreams(network);
  await circle.post(people.ben, { content: 'Told without a stream' });
  for (const tab of tabs) await card(tab, 'Told without a stream').waitFor();
  const one = await first(refreshNotice);
  expect(loads).toEqual([]);
  await page.clock.fastForward(NOTICE_MS);
  await until(() => loads.length > 0, NOTICE_MS);
  for (const tab of tabs) await card(tab, 'Told without a stream').waitFor();

  // Now the worker of the other tab tries. Its page may not reload within five minutes of the first.
  const two = await first(reconnectNotice);
  expect(loads).toEqual([one]);
  await page.clock.fastForward(FIVE_MINUTES);
  await refreshNotice(two).waitFor();
  await page.clock.fastForward(NOTICE_MS);
  await until(() => loads.length > 1, NOTICE_MS);
  expect(loads).toEqual([one, two]);
});

test('the page does not reload with unsaved text or without a network, only once both are over', async ({
  phone: { page, context },
  faultProxy: network,
}) => {
  await page.goto('/posts/create');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const text = page.getByLabel('What would you like to share?');
  const leave = () => page.getByRole('heading', { level: 1 }).click();
  await text.fill('Not yet said');
  await leave();
  refuseStreams(network);
  await reconnectNotice(page).waitFor({ timeout: WAIT_MS });
  // From here on the page's time passes only when the test advances it.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + FIVE_MINUTES);
  const ticks = async (holds: () => Promise<boolean> | boolean) => {
    await until(async () => {
      // A page that is just loading has no clock yet.
      await page.clock.runFor(200).catch(() => undefined);
      return holds();
    }, WAIT_MS);
  };
  const noticeShows = async () => (await refreshNotice(page).count()) > 0;
  await page.clock.runFor(NOTICE_MS);
  expect(await noticeShows()).toBe(false);

  await context.setOffline(true);
  await text.fill('');
  await leave();
  await page.clock.runFor(NOTICE_MS);
  expect(await noticeShows()).toBe(false);
  await context.setOffline(false);
  await ticks(noticeShows);
  expect(loads).toBe(0);

  // Somebody who begins to type while the message shows is not interrupted.
  await text.fill('After all');
  await ticks(async () => !(await noticeShows()));
  await page.clock.runFor(NOTICE_MS);
  expect(loads).toBe(0);
  expect(await text.inputValue()).toBe('After all');

  await text.fill('');
  await leave();
  await ticks(() => loads > 0);
  expect(loads).toBe(1);
  await page.clock.resume();
  network.refuse(null);
  await page.goto('/posts');
  await upToDate(page);
});
