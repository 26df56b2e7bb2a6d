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
/** Longer than any transaction takes, and shorter than the minute after which the browser aborts a stalled one. */
const FREE_WITHIN_MS = 5_000;

const once = (texts: readonly string[]) => Object.fromEntries(texts.map((text) => [text, 1]));
const listed = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

/** The process that runs this page: the one that uses the processor when the page does. */
async function processOf(context: BrowserContext, page: Page): Promise<number> {
  const browser = context.browser();
  if (!browser) throw new Error('no browser');
  const session = await browser.newBrowserCDPSession();
  const times = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]));
  };
  const before = await times();
  // Repeats until one has clearly worked more than all others, which takes longer on a busy machine.
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

/** Whether this page can write to every database on the device: no other process is stalled in the middle of a transaction. */
const canWriteAll = (page: Page): Promise<boolean> =>
  page.evaluate(async (withinMs) => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const written = async (name: string) => {
      const database = await asked(indexedDB.open(name));
      const stores = [...database.objectStoreNames];
      if (stores.length > 0)
        await asked(
          database
            .transaction(stores, 'readwrite')
            .objectStore(stores[0] ?? '')
            .count(),
        );
      database.close();
    };
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const tooLong = new Promise<false>((resolve) => setTimeout(() => resolve(false), withinMs));
    return Promise.race([Promise.all(names.map(written)).then(() => true), tooLong]);
  }, FREE_WITHIN_MS);

/** Freezes a process between two transactions, as browsers do. A process frozen within one would block all others for minutes. */
async function freeze(id: number, other: Page): Promise<void> {
  for (;;) {
    process.kill(id, 'SIGSTOP');
    if (await canWriteAll(other)) return;
    process.kill(id, 'SIGCONT');
    await until(() => canWriteAll(other));
  }
}

test('while the process of the leading tab is frozen a new tab syncs; once it runs again, the old tab follows', async ({
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
  try {
    await freeze(frozen, tab);
    await circle.post(people.ben, { content: 'While it is frozen' });
    await tab.goto('/posts');
    await card(tab, 'While it is frozen').waitFor();
    await tab.goto(`/posts/${postId}`);
    await comment(tab, 'Written past the frozen one');
    await until(async () => (await anasComments())['Written past the frozen one'] === 1);
  } finally {
    process.kill(frozen, 'SIGCONT');
  }
  // It notices that it no longer leads, closes its stream, and shows what the other tab fetched.
  await until(() => network.openRequests(STREAM) === 1);
  await listed(leading, 'Written past the frozen one').waitFor();
  await comment(leading, 'Written by the thawed one');
  await listed(tab, 'Written by the thawed one').waitFor();
  await until(async () => (await anasComments())['Written by the thawed one'] === 1);
  expect(await anasComments()).toEqual(once(['Written past the frozen one', 'Written by the thawed one']));
  expect(network.openRequests(STREAM)).toBe(1);
  expectFewNotices(ana.notices);
});

test('three tabs write at the same time while the leading one is closed: every write arrives once', async ({
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
  await until(async () => Object.keys(await anasComments()).length === texts.length);
  expect(await anasComments()).toEqual(once(texts));
  for (const tab of others) for (const text of texts) await listed(tab, text).waitFor();
  await until(() => network.openRequests(STREAM) === 1);
  expectFewNotices(ana.notices);
});
