/** A feed of 200 posts with 400 photos, beside the same feed without: opened again, scrolled, and what it takes of memory. */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pause } from '../../../schemas/base/pause.ts';
import { DESKTOP, openProfile, type Profile, waitForOfflineApp } from '../../support/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { storedImages } from '../../support/own-photo.ts';
import { until } from '../../support/until.ts';
import { makeCircle } from '../circle.ts';
import { type KithHost, startKithHost } from '../kith-host.ts';
import { alternate, sizeOf } from '../rounds.ts';
import { report } from '../row.ts';
import { seedCircle } from '../seed-circle.ts';
import { median, spread } from '../statistics.ts';
import { framesWhileScrolling, marksOf, reloaded, throttle, watchPages } from '../what-people-feel/watched-page.ts';
import { pageBytes } from './browser-process.ts';
import { seedPhotos, storedPictures, withPhotos } from './seed-photos.ts';

const RELOADS = sizeOf(12, 2);
const SCROLLS = sizeOf(5, 1);
const PICTURES = sizeOf(12, 3);
const PHOTOS_EACH = 2;
/** How far one turn of the wheel goes while everything is scrolled through. */
const TURN_PX = 1200;
const TURN_MS = 80;
/** Freed memory is returned to the machine in the background, a moment after it was freed. */
const GIVEN_BACK_MS = 500;
const COLLECTIONS = 4;

const without = makeCircle({ friends: 8, postsEach: 25, commentsPerPost: 2 }, Date.now());
const reader = without.members[0]?.id ?? '';

interface Feed {
  readonly kith: KithHost;
  readonly profile: Profile;
  readonly page: Page;
  readonly session: CDPSession;
}
const feeds: { photos?: Feed; none?: Feed } = {};

async function openFeed(seed: Parameters<typeof startKithHost>[0], photos: number): Promise<Feed> {
  const kith = await startKithHost(seed);
  const profile = await openProfile({ url: kith.url, viewport: DESKTOP, session: await kith.session(reader) });
  const { page, context } = profile;
  await watchPages(context);
  await page.goto('/posts');
  await upToDate(page, 120_000);
  await waitForOfflineApp(page);
  // The small ones of the newest 200 posts are fetched before somebody looks at them.
  await until(async () => (await storedImages(page, reader)).length >= photos);
  return { kith, profile, page, session: await context.newCDPSession(page) };
}

beforeAll(async () => {
  const pictures = await storedPictures(PICTURES);
  const circle = withPhotos(without, pictures, PHOTOS_EACH);
  feeds.none = await openFeed((sql) => seedCircle(sql, without), 0);
  feeds.photos = await openFeed(async (sql) => {
    await seedCircle(sql, circle);
    await seedPhotos(sql, circle, pictures);
  }, circle.posts.length * PHOTOS_EACH);
});
afterAll(async () => {
  for (const { profile, kith } of Object.values(feeds)) {
    await profile.close();
    await kith.stop();
  }
});

/** The same work for both feeds, in turns. */
async function both<Result>(rounds: number, work: (feed: Feed) => Promise<Result>) {
  const { photos, none } = feeds;
  if (!photos || !none) throw new Error('two feeds are needed');
  return alternate(rounds, { photos: () => work(photos), none: () => work(none) });
}

async function reloadOnce({ page, session }: Feed): Promise<number> {
  const { firstPost } = await reloaded(page, session);
  return firstPost ?? Number.NaN;
}

async function slowly<Result>({ session }: Feed, work: () => Promise<Result>): Promise<Result> {
  await throttle(session, true);
  try {
    return await work();
  } finally {
    await throttle(session, false);
  }
}

/** From the top of the feed. What moves by itself is counted from the navigation on. */
async function scrollOnce(feed: Feed) {
  const { page, session } = feed;
  await page.goto('/posts');
  await page.evaluate(() => scrollTo(0, 0));
  await upToDate(page);
  const framesPerSecond = await slowly(feed, () => framesWhileScrolling(page, session));
  const { shift, longestBlock } = await marksOf(page);
  return { framesPerSecond, shift, longestBlock };
}

/** Scrolls through all posts, and reads the memory at the end of the feed. */
async function memoryAtTheEnd({ page, session, profile }: Feed) {
  await page.goto('/posts');
  await upToDate(page);
  const pictures = await page.evaluate(
    async ([turn, ms]) => {
      const seen = new Set<string>();
      for (let stood = 0; stood < 20; ) {
        const before = scrollY;
        scrollBy(0, turn);
        await new Promise((resolve) => setTimeout(resolve, ms));
        for (const { src } of document.querySelectorAll<HTMLImageElement>('article img[src^="blob:"]')) seen.add(src);
        stood = scrollY > before ? 0 : stood + 1;
      }
      return seen.size;
    },
    [TURN_PX, TURN_MS] as const,
  );
  const withoutGarbage = async () => {
    const found: number[] = [];
    for (let n = 0; n < COLLECTIONS; n += 1) {
      await session.send('HeapProfiler.collectGarbage');
      await pause(GIVEN_BACK_MS);
      found.push(pageBytes(profile) / 1e6);
    }
    return Math.min(...found);
  };
  const taken = await withoutGarbage();
  // Decoded pictures stay in a cache that the browser empties where memory is scarce. No page can empty it, or bound it.
  await session.send('Memory.simulatePressureNotification', { level: 'critical' });
  return { taken, held: await withoutGarbage(), pictures };
}

test('a feed with photos', async (context) => {
  const floorName = 'without photos';
  const reloads = await both(RELOADS, reloadOnce);
  const slowReloads = await both(RELOADS, (feed) => slowly(feed, () => reloadOnce(feed)));
  const scrolls = await both(SCROLLS, scrollOnce);
  const memory = await both(1, memoryAtTheEnd);
  expect([...reloads.photos, ...reloads.none].every(Number.isFinite)).toBe(true);
  expect(Math.min(...memory.photos.map(({ pictures }) => pictures))).toBeGreaterThan(350);
  const compared = <Run>(runs: { readonly photos: readonly Run[]; readonly none: readonly Run[] }, pick: (run: Run) => number) => ({
    ours: spread(runs.photos.map(pick)),
    floor: spread(runs.none.map(pick)),
    floorName,
  });
  const more = (pick: (run: (typeof memory.photos)[number]) => number) => median(memory.photos.map(pick)) - median(memory.none.map(pick));
  report(
    context,
    {
      work: 'a feed of 200 posts with 400 photos: reload → newest posts painted',
      unit: 'ms',
      ...compared(reloads, (ms) => ms),
      must: { atMost: 1.1 },
    },
    { work: 'the same, throttled', unit: 'ms', ...compared(slowReloads, (ms) => ms), must: { atMost: 1.1 } },
    {
      work: 'the same: scrolling, throttled',
      unit: 'fps',
      ...compared(scrolls, ({ framesPerSecond }) => framesPerSecond),
      must: { atLeast: 50, times: 'itself' },
    },
    {
      work: 'the same: longest block of the page',
      unit: 'ms',
      ...compared(scrolls, ({ longestBlock }) => longestBlock),
    },
    {
      work: 'the same: how far things move by themselves',
      unit: '',
      ...compared(scrolls, ({ shift }) => shift),
      must: { atMost: 0, times: 'itself' },
    },
    { work: 'the same, scrolled to its end: memory of the page', unit: 'MB', ...compared(memory, ({ held }) => held) },
    { work: 'the same: more than without photos', unit: 'MB', ours: more(({ held }) => held), must: { atMost: 60 } },
    { work: 'the same: with decoded pictures that the browser may drop', unit: 'MB', ours: more(({ taken }) => taken) },
  );
});
