/** Streams of hidden tabs, and their timers. */
import { expect } from 'vitest';
import { card, setVisible, upToDate } from '../../support/on-screen.ts';
import { until } from '../../support/until.ts';
import { test } from './looked-at-stage.ts';

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

test('a hidden page runs no timer, and updates the times once it is visible again', async ({ ana: { page, context }, followStreams }) => {
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
  const asked = followStreams(context);
  await setVisible(page, false);
  // The stream is reopened to rest, in real time. What the page does about that comes before what is counted.
  await until(() => asked.length === 1);
  await upToDate(page);
  await page.clock.runFor('00:10');
  await page.evaluate(() => (globalThis as unknown as { timersRunUnseen: number[] }).timersRunUnseen.splice(0));
  await page.clock.runFor('10:00');
  expect(await page.evaluate(() => (globalThis as unknown as { timersRunUnseen: number[] }).timersRunUnseen)).toEqual([]);
  await setVisible(page, true);
  // The real time of the test has passed as well.
  await post.getByText(/^1\dm ago$/).waitFor();
});
