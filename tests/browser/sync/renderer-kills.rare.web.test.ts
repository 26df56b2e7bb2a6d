/**
 * The process of a page and its worker is killed while it writes, again and again. The database opens every time, stored data is there, and
 * the queue drains: each write is on the server once.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PAGE_WITHOUT_APP } from '../../support/browser.ts';
import { crash } from '../../support/crash.ts';
import { test } from '../../support/fixtures/faulty-circle.ts';
import { upToDate } from '../../support/on-screen.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { storedRows } from '../../support/stored-rows.ts';
import { until } from '../../support/until.ts';

/** A few in every run; with KITH_DEEP, enough to meet each moment of a write. */
const KILLS = process.env.KITH_DEEP ? 100 : 5;

/** Sends comments through the form one after the other, as fast as it takes them, for as long as the page lives. */
function keepWriting(page: Page, round: number): void {
  page
    .evaluate(async (round) => {
      type Callback = (text: string) => void;
      const { kithBegun, kithStored } = globalThis as unknown as { kithBegun: Callback; kithStored: Callback };
      const field = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Write a comment"]');
      const button = field?.form?.querySelector<HTMLButtonElement>('button[type=submit]');
      const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
      if (!field || !button || !setValue) throw new Error('the form is not there');
      const becomes = (holds: () => boolean) =>
        new Promise<void>((resolve) => {
          const look = () => (holds() ? resolve() : setTimeout(look, 2));
          look();
        });
      for (let n = 0; ; n++) {
        const text = `Round ${round}, number ${n}.`;
        setValue.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        await becomes(() => !button.disabled);
        kithBegun(text);
        // While the form is busy with the previous comment it takes no other.
        await becomes(() => {
          if (field.value !== '') field.form?.requestSubmit();
          return field.value === '';
        });
        kithStored(text);
      }
    }, round)
    .catch(() => undefined);
}

/** The texts of pending comments in the store, whatever the app says. */
const pendingComments = async (page: Page) =>
  (await storedRows(page, 'comments')).filter(({ pending }) => pending === 1).map(({ content }) => content);

test(`a page that is killed in mid-write ${KILLS} times opens every time, and every write arrives once`, {
  timeout: (KILLS + 5) * 20_000,
}, async ({ anaOnDisk: profile, faultProxy: network, postId, anasComments }) => {
  /** texts that the page began to store, and those that it then confirmed as stored */
  const begun: string[] = [];
  const stored = new Set<string>();
  let onBegun = () => {};
  await profile.context.exposeBinding('kithBegun', (_, text: string) => {
    begun.push(text);
    onBegun();
  });
  await profile.context.exposeBinding('kithStored', (_, text: string) => void stored.add(text));
  const random = seededRandom(3);
  // The browser stays open as long as it has a page. While that page is not the app, the killed worker is the leading one.
  await profile.page.goto('about:blank');
  for (let round = 0; round < KILLS; round++) {
    // Later another tab leads. It must find what the killed page could not pass on.
    if (round === Math.ceil(KILLS / 2)) {
      await profile.page.goto('/friends');
      await upToDate(profile.page);
    }
    // Half of the time without a network, so that there is a queue to find again.
    if (round % 10 === 3) network.cut();
    if (round % 10 === 8) network.heal();
    const page = await profile.newTab();
    await page.goto(`/posts/${postId}`);
    await page.getByLabel('Write a comment').waitFor();
    const killAt = begun.length + 1 + Math.floor(random() * 6);
    const midWrite = new Promise<void>((resolve) => {
      onBegun = () => {
        if (begun.length >= killAt) resolve();
      };
    });
    keepWriting(page, round);
    await midWrite;
    await crash(page);
  }
  network.heal();
  const page = await profile.newTab();
  await page.goto(`/posts/${postId}`);
  await upToDate(page);
  // A write whose page died before it notified the others shows once it is found, and is sent then.
  await until(async () => {
    const onServer = await anasComments();
    return [...stored].every((text) => text in onServer) && (await pendingComments(page)).length === 0;
  });
  await upToDate(page);
  const there = await anasComments();
  expect(Object.entries(there).filter(([, times]) => times !== 1)).toEqual([]);
  expect(Object.keys(there).filter((text) => !begun.includes(text))).toEqual([]);
  expect(stored.size).toBeGreaterThan(KILLS);
  // The page was killed in the middle of some writes: they may be stored or not. All that are stored show.
  for (const text of Object.keys(there)) await page.getByRole('listitem').filter({ hasText: text }).first().waitFor();
});

const ROWS = 120;
/** After an answer, its rows are stored within this time. */
const STORING_MS = 60;

test(`a page that is killed ${KILLS} times while rows come in misses none, and holds none twice`, {
  timeout: (KILLS + 5) * 20_000,
}, async ({ anaOnDisk: profile, server, circle, people: { ben }, postId }) => {
  const random = seededRandom(5);
  await profile.page.goto(PAGE_WITHOUT_APP);
  const storedComments = async () =>
    (await storedRows(profile.page, 'comments')).flatMap(({ _deleted, post_id, content }) =>
      _deleted === '0' && post_id === postId ? [content] : [],
    );
  let cutShort = 0;
  for (let round = 0; round < KILLS; round++) {
    for (let n = 0; n < ROWS; n++) await circle.comment(ben, postId, `Round ${round}, row ${n}.`);
    const page = await profile.newTab();
    const pulled = page.context().waitForEvent('response', (response) => response.url().endsWith('/api/sync/pull'));
    await page.goto('/posts');
    await pulled;
    // Kills the page somewhere among the arriving rows: before the first, between rows and checkpoint, or after the last.
    await new Promise((resolve) => setTimeout(resolve, random() * STORING_MS));
    await crash(page);
    if ((await storedComments()).length < (round + 1) * ROWS) cutShort += 1;
  }
  const page = await profile.newTab();
  await page.goto('/posts');
  await upToDate(page);
  const stored = await server.sql<{ content: string }[]>`select content from post_comments where post_id = ${postId}`;
  await expect.poll(async () => (await storedComments()).sort()).toEqual(stored.map(({ content }) => content).sort());
  expect(stored).toHaveLength(KILLS * ROWS);
  console.info(`${cutShort} of ${KILLS} were killed before all rows were there`);
});
