/** What it costs that a write is flushed to the disk before it is called kept: strict writes, as the app makes them, beside relaxed ones. */
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { openProfile, PHONE } from '../../support/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { draftStored } from '../../support/stored-drafts.ts';
import { makeCircle } from '../circle.ts';
import type { KithHost } from '../kith-host.ts';
import { alternate, sizeOf } from '../rounds.ts';
import { report } from '../row.ts';
import { seedCircle } from '../seed-circle.ts';
import { median, spread } from '../statistics.ts';
import { seedVersions } from '../versions.ts';
import { timePress, watchPressesOf } from './timed-press.ts';

declare global {
  interface Window {
    /** when the last strict transactions were complete, by the clock of the page */
    keptTimes: number[];
  }
}

const ROUNDS = sizeOf(4, 1);
const PRESSES = sizeOf(15, 2);
const circle = makeCircle({ friends: 8, postsEach: sizeOf(250, 30), commentsPerPost: 4 }, Date.now());

let versions: Awaited<ReturnType<typeof seedVersions>>;
beforeAll(async () => {
  versions = await seedVersions((sql) => seedCircle(sql, circle));
});
afterAll(async () => {
  await versions?.close();
});

/** Runs in each page before anything else. What the app asks to be strict is counted, and is relaxed where `relaxed` says so. */
function watchKept(relaxed: boolean): void {
  window.keptTimes = [];
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (names, mode, options) {
    if (options?.durability !== 'strict') return begin.call(this, names, mode, options);
    const transaction = begin.call(this, names, mode, relaxed ? { durability: 'relaxed' } : options);
    transaction.addEventListener('complete', () => void window.keptTimes.push(performance.now()));
    return transaction;
  };
}

const watchKeptIn = (context: BrowserContext, relaxed: boolean): Promise<unknown> => context.addInitScript(watchKept, relaxed);

interface KeptPress {
  /** from the press until the comment was painted, in milliseconds */
  readonly shownMs: number;
  /** from the press until the transaction of the comment was complete, in milliseconds */
  readonly keptMs: number;
}

/** The presses of Send below a post. */
async function sendComments(kith: KithHost, relaxed: boolean): Promise<readonly KeptPress[]> {
  const profile = await openProfile({ url: kith.url, viewport: PHONE, session: await kith.session(circle.members[0]?.id ?? '') });
  try {
    const { page, context } = profile;
    await watchPressesOf(context);
    await watchKeptIn(context, relaxed);
    await page.goto('/posts');
    await upToDate(page, 120_000);
    await page.getByRole('article').first().locator('p').first().click();
    const presses: KeptPress[] = [];
    for (let nth = 1; nth <= PRESSES; nth += 1) {
      const text = `Yes, at eight (${nth})`;
      await page.getByLabel('Write a comment').fill(text);
      await draftStored(page, text);
      await upToDate(page);
      await page.evaluate(() => {
        window.keptTimes = [];
      });
      const { shownMs } = await timePress(page, page.getByRole('button', { name: 'Send', exact: true }), { selector: 'main li', text });
      // The first one holds the comment. The next deletes its draft.
      const keptMs = await page.evaluate(async () => (window.keptTimes[0] ?? Number.NaN) - (await window.pressed).at);
      presses.push({ shownMs, keptMs });
    }
    return presses;
  } finally {
    await profile.close();
  }
}

test('press → kept', async (context) => {
  const work = (relaxed: boolean) => versions.works((kith) => sendComments(kith, relaxed)).app;
  const runs = await alternate(ROUNDS, { strict: work(false), relaxed: work(true) });
  const kept = ({ keptMs }: KeptPress) => keptMs;
  const shown = ({ shownMs }: KeptPress) => shownMs;
  const all = (of: 'strict' | 'relaxed', pick: (press: KeptPress) => number) => runs[of].flatMap((run) => run.map(pick));
  const row = (name: string, pick: (press: KeptPress) => number) => ({
    work: name,
    unit: 'ms',
    ours: spread(all('strict', pick)),
    floor: spread(all('relaxed', pick)),
    floorName: 'relaxed',
  });
  report(
    context,
    row('press → kept: a comment', kept),
    {
      work: 'the same: what strict adds to the median',
      unit: 'ms',
      ours: median(all('strict', kept)) - median(all('relaxed', kept)),
      must: { atMost: 10 },
    },
    row('press → painted: a comment', shown),
  );
});
