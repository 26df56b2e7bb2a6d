/** A start draws first what the screen shows. Everything else comes after that picture is painted. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { card, upToDate } from '../../support/on-screen.ts';

const test = browserTest.extend('ana', { scope: 'file' }, async ({ circle }) => {
  const ana = await circle.signUp('Ana Ribeiro');
  await circle.post(ana, { content: 'The first letter' });
  return ana;
});

interface Started {
  /** whether the page's bars and its main part were in the document when the replication worker was made, and how many frames had passed since */
  readonly drawn: boolean;
  readonly frames: number;
  /** how often the page asked for the list of databases */
  readonly listings: number;
  /** how many frames the bars had been on the page when the manifest was linked */
  readonly linked: number | null;
}

/** From the next page on, watches in which order it starts. */
const watchStarts = (context: BrowserContext) =>
  context.addInitScript(() => {
    const started = { drawn: false, frames: 0, listings: 0, linked: null as number | null };
    Object.assign(globalThis, { started });
    const list = indexedDB.databases.bind(indexedDB);
    indexedDB.databases = () => {
      started.listings += 1;
      return list();
    };
    const drawn = () => document.getElementById('main') !== null;
    let frames = 0;
    const count = () => {
      if (document.querySelector('link[rel=manifest]')) started.linked ??= frames;
      if (drawn()) frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    globalThis.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        if (options?.name === 'kith-replication') Object.assign(started, { drawn: drawn(), frames });
        super(address, options);
      }
    };
  });
const started = (page: Page): Promise<Started> => page.evaluate(() => (globalThis as unknown as { started: Started }).started);

test('the worker starts after the first picture, and the page lists the databases twice', async ({ open, ana }) => {
  const { page, context } = await open(ana);
  await upToDate(page);
  await watchStarts(context);
  await page.goto('/posts');
  await card(page, 'The first letter').waitFor();
  await upToDate(page);
  const { drawn, frames, listings, linked } = await started(page);
  expect(drawn).toBe(true);
  expect(frames).toBeGreaterThanOrEqual(2);
  // Once to open the store, and once to ask what other apps have shared.
  expect(listings).toBe(2);
  expect(linked).toBeGreaterThanOrEqual(2);
  // The app can be installed: the browser has found the manifest, and nothing wrong in it.
  const session = await context.newCDPSession(page);
  await expect.poll(async () => (await session.send('Page.getAppManifest')).url).toMatch(/\/manifest\.webmanifest$/);
  expect((await session.send('Page.getAppManifest')).errors).toEqual([]);
});

test('in a hidden page the worker waits for no picture', async ({ open, ana }) => {
  const { page, context } = await open(ana);
  await upToDate(page);
  await watchStarts(context);
  await context.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
  });
  await page.goto('/posts');
  await card(page, 'The first letter').waitFor();
  await upToDate(page);
  expect((await started(page)).drawn).toBe(false);
});

test('leaving a page remembers how far down it was without laying it out', async ({ open, ana }) => {
  const { page } = await open(ana, { at: '/settings', viewport: { width: 390, height: 400 } });
  await upToDate(page);
  await page.evaluate(() => window.scrollTo(0, 120));
  const kept = () => page.evaluate(() => sessionStorage.getItem('scrollPlaces'));
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const asked = { times: 0 };
    Object.assign(globalThis, { asked });
    Object.defineProperty(window, 'scrollY', {
      get: () => {
        asked.times += 1;
        return 0;
      },
    });
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }));
  });
  expect(await page.evaluate(() => (globalThis as unknown as { asked: { times: number } }).asked.times)).toBe(0);
  expect(await kept()).toContain(',120]');
});
