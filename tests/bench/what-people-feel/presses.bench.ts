/** How soon a press is answered: the next frame painted, and what the press is for on the screen. Thirty acts, on a phone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { openProfile, PHONE, waitForOfflineApp } from '../../support/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { makeCircle } from '../circle.ts';
import type { KithHost } from '../kith-host.ts';
import { alternate, sizeOf } from '../rounds.ts';
import { type Row, report } from '../row.ts';
import { seedCircle } from '../seed-circle.ts';
import { median, percentile } from '../statistics.ts';
import { measured, seedVersions } from '../versions.ts';
import { newMessage } from '../writes.ts';
import { pressActs } from './press-acts.ts';
import { type TimedPress, timePress, watchPressesOf } from './timed-press.ts';
import { throttle } from './watched-page.ts';

const LAPS = sizeOf(15, 1);
const WARM_UPS = sizeOf(3, 0);
const GROUP = 'Sunday table';
const GROUP_ID = '0190ffff-0000-7000-8000-000000000001';
const written = makeCircle({ friends: 8, postsEach: sizeOf(250, 30), commentsPerPost: 4 }, Date.now());
const circle = { ...written, groups: [{ id: GROUP_ID, name: GROUP, members: [0, 1, 2] }] };
const [reader, friend] = circle.members;
const acts = pressActs({ group: GROUP, friend: friend?.name ?? '' });

let versions: Awaited<ReturnType<typeof seedVersions>>;
beforeAll(async () => {
  versions = await seedVersions((sql) => seedCircle(sql, circle));
});
afterAll(async () => {
  await versions?.close();
});

/** By act. */
type Pressed = Readonly<Record<string, readonly TimedPress[]>>;

/** Waits until the bell says that there is something to mark as read. */
async function hearFrom(kith: KithHost, page: Page): Promise<void> {
  const [client] = await kith.clients([friend?.id ?? '']);
  await client?.push([newMessage(friend?.id ?? '', GROUP_ID)]);
  await page.getByRole('link', { name: /^Notifications, \d+ unread/ }).waitFor();
}

async function pressAll(kith: KithHost, slow: boolean): Promise<Pressed> {
  const profile = await openProfile({ url: kith.url, viewport: PHONE, session: await kith.session(reader?.id ?? '') });
  try {
    const { page, context } = profile;
    await watchPressesOf(context);
    await page.goto('/posts');
    await upToDate(page, 120_000);
    await waitForOfflineApp(page);
    const session = await context.newCDPSession(page);
    const pressed: Record<string, TimedPress[]> = Object.fromEntries(acts.map(({ name }) => [name, []]));
    for (let lap = 1 - WARM_UPS; lap <= LAPS; lap += 1) {
      await hearFrom(kith, page);
      for (const { name, prepare, press, shown } of acts) {
        await prepare?.(page, lap);
        await upToDate(page);
        await throttle(session, slow);
        const timed = await timePress(page, press(page), shown(lap)).catch((error: unknown) => {
          throw new Error(`${name}: ${error instanceof Error ? error.message : error}`);
        });
        await throttle(session, false);
        if (lap > 0) pressed[name]?.push(timed);
      }
    }
    return pressed;
  } finally {
    await profile.close();
  }
}

type Runs = { readonly app: readonly Pressed[]; readonly before?: readonly Pressed[] };
const shareOf = (sample: readonly number[], share: number) => [percentile(sample, share)];
const all = (run: Pressed, pick: (press: TimedPress) => number) => Object.values(run).flat().map(pick);
const medians = (run: Pressed, pick: (press: TimedPress) => number) => Object.values(run).map((presses) => median(presses.map(pick)));
const painted = ({ paintedMs }: TimedPress) => paintedMs;
const shown = ({ shownMs }: TimedPress) => shownMs;

/** One row for all presses, and one for each act. */
function rowsOf(
  runs: Runs,
  speed: string,
  musts: { readonly painted: readonly [number, number]; readonly shown: readonly [number, number] },
): Row[] {
  const row = (work: string, pick: (run: Pressed) => readonly number[], atMost?: number): Row => ({
    work: `${work}${speed}`,
    unit: 'ms',
    ...measured(runs, pick),
    ...(atMost === undefined ? {} : { must: { atMost } }),
  });
  return [
    row('press → next paint: 75 of 100 presses', (run) => shareOf(all(run, painted), 0.75), musts.painted[0]),
    row('press → next paint: 98 of 100 presses', (run) => shareOf(all(run, painted), 0.98), musts.painted[1]),
    row('press → shown: 75 of 100 presses', (run) => shareOf(all(run, shown), 0.75), musts.shown[0]),
    row('press → shown: the slowest act', (run) => [Math.max(...medians(run, shown))], musts.shown[1]),
    ...acts.flatMap(({ name }) => [
      row(`${name}: next paint`, (run) => (run[name] ?? []).map(painted)),
      row(`${name}: shown`, (run) => (run[name] ?? []).map(shown), musts.shown[1]),
    ]),
  ];
}

test('presses, with a processor four times slower', async (context) => {
  const runs = await alternate(
    1,
    versions.works((kith) => pressAll(kith, true)),
  );
  report(context, ...rowsOf(runs, ', throttled', { painted: [50, 100], shown: [100, 150] }));
});

test('presses, at full speed', async (context) => {
  const runs = await alternate(
    1,
    versions.works((kith) => pressAll(kith, false)),
  );
  report(context, ...rowsOf(runs, '', { painted: [16, 50], shown: [50, 100] }));
});
