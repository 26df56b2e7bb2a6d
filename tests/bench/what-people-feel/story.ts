/**
 * One member's device, step by step in a browser: a new device signs in, the app is opened again, is closed while others write, its member
 * writes, is offline for a week, and scrolls far down. Each step returns its measurements.
 */
import type { CDPSession, Page } from 'playwright-core';
import { pause } from '../../../schemas/base/pause.ts';
import { DESKTOP, openProfile, type Profile, waitForOfflineApp } from '../../support/browser.ts';
import { PASSWORD } from '../../support/circle.ts';
import { cutSync, inSync, upToDate } from '../../support/on-screen.ts';
import { type Circle, makeCircle } from '../circle.ts';
import type { KithHost } from '../kith-host.ts';
import { inSequence, sizeOf } from '../rounds.ts';
import { seedWritten } from '../seed-circle.ts';
import { newPost } from '../writes.ts';
import {
  arrivesBeforeFirstPost,
  framesWhileScrolling,
  marksOf,
  openedAnew,
  reloaded,
  reloadedAndPressed,
  serviceWorkerStart,
  throttle,
  watchPages,
} from './watched-page.ts';

const RELOADS = sizeOf(5, 2);
const PRESSES = sizeOf(3, 1);
const TIMES_ANEW = sizeOf(3, 1);
const WORKER_STARTS = sizeOf(5, 2);
const TIMES_AWAY = sizeOf(3, 1);
const POSTS_WHILE_AWAY = 30;
const OWN_COMMENTS = sizeOf(12, 5);
/** 2,100 rows: posts of seven friends, with four comments each. */
const WEEK = { friends: 7, postsEach: 60, commentsPerPost: 4 };
const PENDING = 50;
/** Nobody fills in a form faster. The browser uses the time to load what it has not loaded yet. */
const TYPING_MS = 5000;
/** The posts of a sign-in are there by then, so waiting for the rest disturbs nothing. */
const SIGN_IN_MS = 1500;

interface Opened {
  readonly kith: KithHost;
  readonly circle: Circle;
  readonly page: Page;
  readonly session: CDPSession;
}

/** The feed shows only the beginning of a long text. */
const beginningOf = (text: string): string => text.slice(0, 60);
const longestBlock = async (page: Page): Promise<number> => (await marksOf(page)).longestBlock;
const readerOf = ({ members: [reader] }: Circle) => {
  if (!reader) throw new Error('a circle needs a reader');
  return reader;
};

/** The measurements of all steps of one device, and its state at the end. */
export async function tellStory(kith: KithHost, circle: Circle) {
  const profile = await openProfile({ url: kith.url, viewport: DESKTOP });
  try {
    await watchPages(profile.context);
    const signIn = await signInOnNewDevice(profile, circle);
    // The service worker stores 180 files after a sign-in. No step measures a start beside that.
    await waitForOfflineApp(profile.page);
    const away = await inSequence(TIMES_AWAY, () => comeBack(profile, kith, circle));
    const page = profile.context.pages()[0] ?? profile.page;
    const session = await profile.context.newCDPSession(page);
    const opened: Opened = { kith, circle, page, session };
    const reloads = await reloadOften(page, session);
    const blocks = { signIn: signIn.block, reload: reloads.block };
    const workerStarts = await inSequence(WORKER_STARTS, () => serviceWorkerStart(page, session));
    const arrives = await arrivesBeforeFirstPost(page, session);
    await throttle(session, true);
    const slowReloads = await reloadOften(page, session);
    const own = await writeComments(opened);
    const week = await beOfflineForAWeek(opened);
    const scroll = await scrollFar(opened);
    await throttle(session, false);
    const kept = await whatIsKept(opened);
    const anew = await openAnew(profile);
    return {
      signIn,
      away,
      anew,
      arrives,
      workerStarts,
      reload: reloads.times,
      slowReload: slowReloads.times,
      pressed: reloads.pressed,
      slowPressed: slowReloads.pressed,
      shift: reloads.shift,
      own: own.times,
      week,
      framesPerSecond: scroll.framesPerSecond,
      blocks,
      slowBlocks: { reload: slowReloads.block, writing: own.block, week: week.block, scrolling: scroll.block },
      kept,
    };
  } finally {
    await profile.close();
  }
}

async function signInOnNewDevice({ page }: Profile, circle: Circle) {
  await page.goto('/auth');
  const { email } = readerOf(circle);
  const delay = TYPING_MS / (email.length + PASSWORD.length);
  await page.getByLabel('Email', { exact: true }).pressSequentially(email, { delay });
  await page.getByLabel('Password', { exact: true }).pressSequentially(PASSWORD, { delay });
  await page.getByRole('button', { name: 'Login', exact: true }).last().click();
  await pause(SIGN_IN_MS);
  await upToDate(page, 120_000);
  const { pressed, twentyPosts = Number.NaN, upToDate: all = Number.NaN, longestBlock: block, pictures } = await marksOf(page);
  return { twentyPosts: twentyPosts - pressed, all: all - pressed, block, pictures };
}

/** The browser is closed and started anew, so it has nothing in memory: the times until the newest posts show. */
async function openAnew(profile: Profile): Promise<number[]> {
  return inSequence(TIMES_ANEW, async () => {
    const { firstPost = Number.NaN } = await openedAnew(profile, '/posts');
    await upToDate(profile.page);
    return firstPost;
  });
}

/** The app is closed, friends write, and the app is opened: the time until the newest of their posts shows. */
async function comeBack(profile: Profile, kith: KithHost, circle: Circle): Promise<number> {
  const author = circle.members[1]?.id ?? '';
  const [writer] = await kith.clients([author]);
  if (!writer) throw new Error('nobody writes');
  const closed = profile.context.pages();
  const page = await profile.newTab();
  for (const each of closed) await each.close();
  let newest = '';
  for (let n = 0; n < POSTS_WHILE_AWAY; n += 1) {
    const post = newPost(author);
    await writer.push([post]);
    newest = beginningOf(String((post.document as { readonly content?: unknown }).content));
  }
  await page.goto('/posts', { waitUntil: 'commit' });
  const shown = await page.evaluate((text) => window.whenShown({ text, within: 'article' }), newest);
  await upToDate(page);
  return shown;
}

async function reloadOften(page: Page, session: CDPSession) {
  // From the top of the feed: what came in between has pushed the place of reading down, and a reload keeps that place.
  await page.goto('/posts');
  await upToDate(page);
  const reloads = await inSequence(RELOADS, async () => {
    const marks = await reloaded(page, session);
    // What follows the first posts may block the page as well.
    await upToDate(page);
    return { ...marks, longestBlock: await longestBlock(page) };
  });
  const pressed = await inSequence(PRESSES, async () => {
    const answered = await reloadedAndPressed(page, session);
    await page.goto('/posts');
    await upToDate(page);
    return answered;
  });
  return {
    times: reloads.map(({ firstPost }) => firstPost ?? Number.NaN),
    pressed,
    shift: reloads.map(({ shift }) => shift),
    block: Math.max(...reloads.map((marks) => marks.longestBlock)),
  };
}

async function typeComment(page: Page, text: string): Promise<void> {
  await page.getByLabel('Write a comment').fill(text);
  await page.keyboard.press('Enter');
}

async function openPost({ page, circle }: Opened): Promise<void> {
  await page.goto(`/posts/${circle.posts.at(-1)?.id}`);
  await page.getByLabel('Write a comment').waitFor();
  await upToDate(page);
}

async function writeComments(opened: Opened) {
  const { page } = opened;
  await openPost(opened);
  let n = 0;
  const times = await inSequence(OWN_COMMENTS, async () => {
    n += 1;
    const text = `Own remark ${n}.`;
    await page.evaluate((wanted) => {
      window.shown = window.whenShown({ text: wanted, within: 'main li' });
    }, text);
    await page.getByLabel('Write a comment').fill(text);
    await page.keyboard.press('Enter');
    const shown = await page.evaluate(() => window.shown);
    return shown - (await marksOf(page)).pressed;
  });
  await upToDate(page);
  return { times, block: await longestBlock(page) };
}

/** While sync is cut, others write 2,100 rows and the member fifty; then the network is back. */
async function beOfflineForAWeek(opened: Opened) {
  const { page, kith, session } = opened;
  await openPost(opened);
  await cutSync(page);
  await kith.server.restart();
  await inSync(page, 'offline').waitFor();
  await throttle(session, false);
  for (let n = 1; n <= PENDING; n += 1) {
    await typeComment(page, `Pending remark ${n}.`);
    await page.getByText(`Pending remark ${n}.`, { exact: true }).waitFor();
  }
  const later = makeCircle(WEEK, Date.now() + 60_000, opened.circle.posts.length);
  await seedWritten(kith.sql, later);
  await page.goto('/posts');
  // The first cards are there before the store is open and the worker runs. The step begins after the start.
  await inSync(page, 'offline').waitFor();
  await throttle(session, true);

  let requests = 0;
  const count = (request: { url(): string }) => {
    if (/\/api\/sync\/(pull|push)$/.test(request.url())) requests += 1;
  };
  const text = beginningOf(later.posts.at(-1)?.content ?? '');
  await page.context().unroute('**/api/sync/**');
  page.on('request', count);
  const ms = await page.evaluate(
    async (wanted) => {
      const begun = performance.now();
      dispatchEvent(new Event('online'));
      return (await window.whenShown(wanted)) - begun;
    },
    { text, within: 'article', beside: '[data-sync=live]' },
  );
  page.off('request', count);
  return { ms, requests, block: await longestBlock(page) };
}

/** Counts the frames that the page draws while a wheel scrolls through its feed. */
async function scrollFar({ page, session }: Opened) {
  await page.goto('/posts');
  await page.getByRole('article').first().waitFor();
  await upToDate(page);
  return { framesPerSecond: await framesWhileScrolling(page, session), block: await longestBlock(page) };
}

async function whatIsKept({ page, session, circle }: Opened) {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
  const usage = await page.evaluate(async () => {
    const { usageDetails } = (await navigator.storage.estimate()) as { usageDetails?: Record<string, number> };
    return { rows: usageDetails?.indexedDB ?? Number.NaN, app: usageDetails?.caches ?? Number.NaN };
  });
  const weekRows = WEEK.friends * WEEK.postsEach * (1 + WEEK.commentsPerPost);
  const rows = circle.posts.length + circle.comments.length + weekRows + TIMES_AWAY * POSTS_WHILE_AWAY + OWN_COMMENTS + PENDING;
  return { heapMb: heap / 1e6, bytesARow: usage.rows / rows, appKb: usage.app / 1e3 };
}

/**
 * What an empty browser downloads for the feed, without rows, in kilobytes as transferred. Files that the app prefetches when idle do not
 * count.
 */
export async function downloadOfFeed(kith: KithHost, circle: Circle): Promise<number> {
  const profile = await openProfile({ url: kith.url, viewport: DESKTOP, session: await kith.session(readerOf(circle).id) });
  try {
    const { page } = profile;
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) return;
      sizes.push(request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize));
    });
    // Other screens are prefetched: at once from the network, or when idle where a service worker has them. So a controller is faked, and
    // the page never becomes idle.
    await page.addInitScript(() => {
      Object.defineProperty(navigator.serviceWorker, 'controller', { get: () => ({}) });
      window.requestIdleCallback = () => 0;
    });
    await page.goto('/posts');
    await upToDate(page, 120_000);
    return (await Promise.all(sizes)).reduce((total, size) => total + size, 0) / 1e3;
  } finally {
    await profile.close();
  }
}
