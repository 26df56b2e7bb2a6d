/**
 * A new device of a member who sees 10,000 posts and comments, in a real browser: when the newest twenty stand there, when everything has
 * arrived, how long the page is ever blocked, and how long a reload takes. The floor writes the very same documents into the
 * very same local store with no network, in the same run and in turns.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireDocument } from '../../schemas/protocol/sync.ts';
import { DESKTOP, openProfile } from '../support/browser.ts';
import { PASSWORD } from '../support/circle.ts';
import { upToDate } from '../support/on-screen.ts';
import { makeCircle } from './circle.ts';
import { serveFloor } from './floors/serve-local-store.ts';
import { type KithHost, startKithHost } from './kith-host.ts';
import { alternate, many } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { median, spread } from './statistics.ts';

const ROUNDS = many(3, 1);
const circle = makeCircle({ friends: 8, postsEach: 250, commentsPerPost: 4 }, Date.now());

let kith: KithHost;
let floor: Awaited<ReturnType<typeof serveFloor>>;
beforeAll(async () => {
  kith = await startKithHost((sql) => seedCircle(sql, circle));
  floor = await serveFloor();
});
afterAll(async () => {
  await floor?.close();
  await kith?.stop();
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
  const profile = await openProfile({ url: kith.url, viewport: DESKTOP });
  try {
    const { page } = profile;
    await page.addInitScript(watch);
    await page.goto('/auth');
    await page.getByLabel('Email', { exact: true }).fill(reader.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login', exact: true }).last().click();
    await upToDate(page, 120_000);
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

test('a new device with 10,000 posts and comments', async (context) => {
  const runs = await alternate<'app' | 'floor', Partial<Awaited<ReturnType<typeof measureApp>>> & { all: number }>(ROUNDS, {
    app: measureApp,
    floor: async () => ({ all: await measureFloor() }),
  });
  const times = (of: 'twenty' | 'all' | 'longestBlock' | 'reload') => spread(runs.app.map((run) => run[of] ?? Number.NaN));
  expect(runs.app.every((run) => Number.isFinite(run.twenty) && Number.isFinite(run.reload))).toBe(true);
  report(
    context,
    {
      work: 'new device in a browser, 10,000 documents: sign-in pressed → all',
      unit: 'ms',
      ours: times('all'),
      floor: spread(runs.floor.map((run) => run.all)),
      floorName: 'the same store, no network',
      must: { atMost: 1.5 },
      aim: { atMost: 1.1 },
    },
    {
      work: 'the same: the newest 20 posts on the screen',
      unit: 'ms',
      ours: times('twenty'),
      floor: times('all'),
      floorName: 'all',
      must: { atMost: 0.1 },
      aim: { atMost: 0.03 },
    },
    { work: 'the same: longest time in which the page did not react', unit: 'ms', ours: times('longestBlock'), aim: { atMost: 200 } },
    { work: 'the same: reload → first post', unit: 'ms', ours: times('reload'), aim: { atMost: 500 } },
  );
});
