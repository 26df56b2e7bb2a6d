/** The pace of the stream depends on whether somebody looks at any tab of the browser. */
import type { BrowserContext, Request } from 'playwright-core';
import { expect } from 'vitest';
import { test as circleTest } from '../../support/fixtures/faulty-circle.ts';
import { card, setVisible, upToDate } from '../../support/on-screen.ts';
import type { AppOptions } from '../../support/start-app.ts';
import { until } from '../../support/until.ts';

const STREAM = '/api/sync/stream';
const looks = (request: Request) => (request.postDataJSON() as { lookedAt: boolean }).lookedAt;

const test = circleTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ streamTiming: { heartbeatMs: 300, seldomHeartbeatMs: 60_000 } }))
  /** for each stream from now on, whether it was requested as looked at */
  .extend('followStreams', () => (context: BrowserContext): readonly boolean[] => {
    const asked: boolean[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith(STREAM)) asked.push(looks(request));
    });
    return asked;
  });

test('a hidden page lets its stream rest, and a page that becomes visible gets what it missed on a dead stream', async ({
  ana: { page, context },
  faultProxy: network,
  followStreams,
  circle,
  people,
}) => {
  const asked = followStreams(context);
  await setVisible(page, false);
  await until(() => asked.length === 1);
  await upToDate(page);
  await until(() => network.openRequests(STREAM) === 1);
  expect(network.stall(STREAM)).toBe(1);
  await circle.post(people.ben, { content: 'Said to nobody' });
  await setVisible(page, true);
  await card(page, 'Said to nobody').waitFor();
  await upToDate(page);
  expect(asked).toEqual([false, true]);
});

test('while somebody looks at another tab the stream does not rest, nor once that tab leads', async ({ ana, followStreams }) => {
  const asked = followStreams(ana.context);
  const other = await ana.newTab();
  await other.goto('/posts');
  await upToDate(other);
  await setVisible(ana.page, false);
  await setVisible(other, false);
  await until(() => asked.length === 1);
  await setVisible(other, true);
  await until(() => asked.length === 2);
  await upToDate(other);
  // Its worker leads next, and knows of both tabs.
  await ana.page.close();
  await until(() => asked.length === 3);
  await upToDate(other);
  await setVisible(other, false);
  await until(() => asked.length === 4);
  expect(asked).toEqual([false, true, true, false]);
});

test('a hidden page runs no timer, and updates the times once it is visible again', async ({ ana: { page } }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const ran: number[] = [];
    Object.assign(globalThis, { timersRunUnseen: ran });
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const original = globalThis[name] as (work: () => void, ms?: number) => number;
      const counting = (work: () => void, ms = 0) =>
        original(() => {
          if (document.hidden) ran.push(ms);
          work();
        }, ms);
      Object.assign(globalThis, { [name]: counting });
    }
  });
  await page.reload();
  await upToDate(page);
  const post = card(page, 'Say something').first();
  await post.getByText('Just now').waitFor();
  // By then everything that follows the opening is done.
  await page.clock.runFor('00:30');
  await setVisible(page, false);
  await page.clock.runFor('00:10');
  await page.evaluate(() => (globalThis as unknown as { timersRunUnseen: number[] }).timersRunUnseen.splice(0));
  await page.clock.runFor('10:00');
  expect(await page.evaluate(() => (globalThis as unknown as { timersRunUnseen: number[] }).timersRunUnseen)).toEqual([]);
  await setVisible(page, true);
  await post.getByText('10m ago').waitFor();
});
