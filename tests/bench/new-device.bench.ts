/**
 * A new device of a member who sees 5,000 posts and 20,000 comments: when the newest twenty stand there, when everything has
 * arrived, how long the page is ever blocked, and how long a reload takes. The floor writes the very same documents into the
 * very same local store with no network, in the same run and in turns.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireDocument } from '../../schemas/protocol/sync.ts';
import { DESKTOP, openProfile } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Circle, makeCircle } from './circle.ts';
import { serveFloor } from './floor-server.ts';
import { BENCH_PASSWORD, seedCircle } from './seed-circle.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const size = { friends: 8, postsEach: 625, commentsPerPost: 4 };

let server: TestServer;
let circle: Circle;
let floor: Awaited<ReturnType<typeof serveFloor>>;

beforeAll(async () => {
  circle = makeCircle(size, Date.now());
  server = await startServer();
  if (!server.database) throw new Error('the server has a database of its own');
  await seedCircle(server.database.sql, circle);
  floor = await serveFloor();
});
afterAll(async () => {
  await floor?.close();
  await server?.stop();
});

interface Marks {
  /** when the sign-in was pressed, in milliseconds of the page's clock */
  pressed?: number;
  twenty?: number;
  first?: number;
  /** the longest time in which the page did not react */
  longestBlock: number;
}
declare global {
  interface Window {
    marks: Marks;
  }
}

/** Runs in the page before anything else of it. */
function watch(): void {
  window.marks = { longestBlock: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.marks.longestBlock = Math.max(window.marks.longestBlock, entry.duration);
  }).observe({ type: 'longtask', buffered: true });
  document.addEventListener(
    'click',
    () => {
      window.marks.pressed = performance.now();
    },
    true,
  );
  new MutationObserver(() => {
    const cards = document.querySelectorAll('article').length;
    if (cards > 0) window.marks.first ??= performance.now();
    if (cards >= 20) window.marks.twenty ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
}
const marksOf = (page: Page): Promise<Marks> => page.evaluate(() => window.marks);

async function measureFloor(): Promise<number> {
  const profile = await openProfile({ url: floor.url, viewport: DESKTOP });
  try {
    await profile.page.goto('/');
    const wire = (rows: readonly { readonly id: string }[]) =>
      rows.map((row, n) => ({ ...row, scope: 1 + (n % 8), write_id: row.id }) as WireDocument);
    const { openMs, writeMs } = await profile.page.evaluate((documents) => window.writeFloor(documents), {
      posts: wire(circle.posts),
      comments: wire(circle.comments),
    });
    return openMs + writeMs;
  } finally {
    await profile.close();
  }
}

async function measureApp() {
  const [reader] = circle.members;
  if (!reader) throw new Error('a circle needs a reader');
  const profile = await openProfile({ url: server.url, viewport: DESKTOP });
  try {
    const { page } = profile;
    await page.addInitScript(watch);
    await page.goto('/auth');
    await page.getByLabel('Email', { exact: true }).fill(reader.email);
    await page.getByLabel('Password', { exact: true }).fill(BENCH_PASSWORD);
    await page.getByRole('button', { name: 'Login', exact: true }).last().click();
    await page.getByText('Up to date').first().waitFor({ timeout: 120_000 });
    const all = await page.evaluate(() => performance.now());
    const { pressed = 0, twenty = Number.NaN, longestBlock } = await marksOf(page);

    const reloads: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      await page.reload();
      await page.getByRole('article').first().waitFor();
      reloads.push((await marksOf(page)).first ?? Number.NaN);
    }
    return { twenty: twenty - pressed, all: all - pressed, longestBlock, reload: median(reloads) };
  } finally {
    await profile.close();
  }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

test('a new device with 5,000 posts and 20,000 comments', async () => {
  const floors: number[] = [];
  const apps: Awaited<ReturnType<typeof measureApp>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(await measureFloor());
    apps.push(await measureApp());
  }
  const base = median(floors);
  const row = (what: string, values: readonly number[], aim: string) => ({
    what,
    'median ms': Math.round(median(values)),
    'worst ms': Math.round(Math.max(...values)),
    '× floor': (median(values) / base).toFixed(2),
    aim,
  });
  console.table([
    row('floor: the same documents into the same store, no network', floors, ''),
    row(
      'sign-in pressed → everything here',
      apps.map((app) => app.all),
      '',
    ),
    row(
      'sign-in pressed → newest 20 posts',
      apps.map((app) => app.twenty),
      '1,000 ms',
    ),
    row(
      'longest block of the page meanwhile',
      apps.map((app) => app.longestBlock),
      '200 ms',
    ),
    row(
      'reload → first post',
      apps.map((app) => app.reload),
      '500 ms',
    ),
  ]);
  expect(apps.every((app) => Number.isFinite(app.twenty) && Number.isFinite(app.reload))).toBe(true);
});
