/** What the open app costs while nobody does anything, in front of its member and hidden. */
import { afterAll, beforeAll, test } from 'vitest';
import { DESKTOP, openProfile } from '../../support/browser.ts';
import { setVisible, upToDate } from '../../support/on-screen.ts';
import { makeCircle } from '../circle.ts';
import type { KithHost } from '../kith-host.ts';
import { alternate, sizeOf } from '../rounds.ts';
import { report } from '../row.ts';
import { seedCircle } from '../seed-circle.ts';
import { measured, seedVersions } from '../versions.ts';
import { type IdleUse, traceIdle } from './idle-trace.ts';

const SECONDS = sizeOf(30, 10);
/**
 * By then the effects of opening or hiding the page are over. The browser tidies its memory half a minute after it was last busy.
 * Heartbeats become rare with the second one while nobody looks.
 */
const SETTLED_MS = sizeOf(60_000, 5000);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const circle = makeCircle({ friends: 8, postsEach: 250, commentsPerPost: 4 }, Date.now());

let versions: Awaited<ReturnType<typeof seedVersions>>;
beforeAll(async () => {
  versions = await seedVersions((sql) => seedCircle(sql, circle));
});
afterAll(async () => {
  await versions?.close();
});

async function idle(kith: KithHost): Promise<{ readonly visible: IdleUse; readonly hidden: IdleUse }> {
  const profile = await openProfile({ url: kith.url, viewport: DESKTOP, session: await kith.session(circle.members[0]?.id ?? '') });
  try {
    const { page, context } = profile;
    await page.goto('/posts');
    await upToDate(page, 120_000);
    await page.reload();
    await upToDate(page);
    const session = await context.browser()?.newBrowserCDPSession();
    if (!session) throw new Error('there is no browser');
    await pause(SETTLED_MS);
    const visible = await traceIdle(session, SECONDS);
    // As the page sees it. The browser itself does not throttle timers here, as it does on most devices.
    await setVisible(page, false);
    await pause(SETTLED_MS);
    return { visible, hidden: await traceIdle(session, SECONDS) };
  } finally {
    await profile.close();
  }
}

test('open and idle', async (context) => {
  const runs = await alternate(1, versions.works(idle));
  const row = (work: string, unit: string, pick: (use: IdleUse) => number, visibility: 'visible' | 'hidden', atMost: number) => ({
    work,
    unit,
    ...measured(runs, (run) => [pick(run[visibility])]),
    must: { atMost },
  });
  const perSecond = { wakeUps: 1, cpuMs: 1 };
  const hidden = 1 / 30;
  report(
    context,
    row('open, looked at and idle: wake-ups of the page', '1/s', ({ page }) => page.wakeUps, 'visible', perSecond.wakeUps),
    row('the same: of its worker', '1/s', ({ worker }) => worker.wakeUps, 'visible', perSecond.wakeUps),
    row('the same: processor time of the page', 'ms/s', ({ page }) => page.cpuMs, 'visible', perSecond.cpuMs),
    row('the same: of its worker', 'ms/s', ({ worker }) => worker.cpuMs, 'visible', perSecond.cpuMs),
    row('open, put away and idle: wake-ups of the page', '1/s', ({ page }) => page.wakeUps, 'hidden', hidden),
    row('the same: of its worker', '1/s', ({ worker }) => worker.wakeUps, 'hidden', hidden),
    row('the same: processor time of page and worker', 'ms/s', ({ page, worker }) => page.cpuMs + worker.cpuMs, 'hidden', perSecond.cpuMs),
  );
});
