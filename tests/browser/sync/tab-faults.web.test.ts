/**
 * Tabs that come and go at bad moments: the tab that replicates for all is frozen or closed while others write. Every write arrives
 * once, and the tabs agree.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectFewNotices, test } from '../../support/fixtures/faulty-circle.ts';
import { card, comment, upToDate } from '../../support/on-screen.ts';
import { until } from '../../support/until.ts';

const STREAM = '/api/sync/stream';
/** A process that is frozen in the middle of a transaction holds others up until the browser gives it up, after a minute. */
const GIVEN_UP_MS = 120_000;

const once = (texts: readonly string[]) => Object.fromEntries(texts.map((text) => [text, 1]));
const listed = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

/** The process that runs this page: the one that works when the page does. */
async function processOf(context: BrowserContext, page: Page): Promise<number> {
  const browser = context.browser();
  if (!browser) throw new Error('no browser');
  const session = await browser.newBrowserCDPSession();
  const times = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]));
  };
  const before = await times();
  // Until it has clearly worked more than all others, which takes longer on a busy machine.
  for (;;) {
    await page.evaluate(() => {
      const end = performance.now() + 200;
      while (performance.now() < end);
    });
    const worked = [...(await times())].map(([id, time]) => ({ id, time: time - (before.get(id) ?? 0) }));
    const [most, next] = worked.sort((a, b) => b.time - a.time);
    if (!most || most.time < 0.2 || most.time < 3 * (next?.time ?? 0)) continue;
    await session.detach();
    return most.id;
  }
}

test('while the process of the leading tab is frozen a new tab syncs; thawed, the old one follows', async ({
  ana,
  faultProxy: network,
  postId,
  anasComments,
  circle,
  people,
}) => {
  const leading = ana.page;
  await leading.goto(`/posts/${postId}`);
  await upToDate(leading);
  await until(() => network.openRequests(STREAM) === 1);
  const frozen = await processOf(ana.context, leading);
  const tab = await ana.newTab();
  await tab.goto('/sw.js');
  process.kill(frozen, 'SIGSTOP');
  try {
    await circle.post(people.ben, { content: 'While it is frozen' });
    await tab.goto('/posts');
    await card(tab, 'While it is frozen').waitFor({ timeout: GIVEN_UP_MS });
    await tab.goto(`/posts/${postId}`);
    await comment(tab, 'Written past the frozen one');
    await until(async () => (await anasComments())['Written past the frozen one'] === 1);
  } finally {
    process.kill(frozen, 'SIGCONT');
  }
  // It notices that it leads no more, ends its stream, and shows what the other one fetched.
  await until(() => network.openRequests(STREAM) === 1, 30_000);
  await listed(leading, 'Written past the frozen one').waitFor();
  await comment(leading, 'Written by the thawed one');
  await listed(tab, 'Written by the thawed one').waitFor();
  await until(async () => (await anasComments())['Written by the thawed one'] === 1);
  expect(await anasComments()).toEqual(once(['Written past the frozen one', 'Written by the thawed one']));
  expect(network.openRequests(STREAM)).toBe(1);
  expectFewNotices(ana.notices);
});

test('three tabs write at once while the leading one is closed: every write arrives once', async ({
  ana,
  faultProxy: network,
  postId,
  anasComments,
}) => {
  const leading = ana.page;
  await leading.goto(`/posts/${postId}`);
  await upToDate(leading);
  const others = [await ana.newTab(), await ana.newTab()];
  for (const tab of others) {
    await tab.goto(`/posts/${postId}`);
    await tab.getByLabel('Write a comment').waitFor();
  }
  const texts: string[] = [];
  const write = async (page: Page, name: string, times: number) => {
    for (let n = 0; n < times; n++) {
      await comment(page, `${name} writes number ${n}.`);
      texts.push(`${name} writes number ${n}.`);
    }
  };
  const writing = others.map((tab, at) => write(tab, `Tab ${at}`, 8));
  await write(leading, 'The leading tab', 3);
  await leading.close();
  await Promise.all(writing);
  await until(async () => Object.keys(await anasComments()).length === texts.length, 30_000);
  expect(await anasComments()).toEqual(once(texts));
  for (const tab of others) for (const text of texts) await listed(tab, text).waitFor();
  await until(() => network.openRequests(STREAM) === 1);
  expectFewNotices(ana.notices);
});
