/** How soon a member who looks at the app again sees what is new, when the stream died unnoticed. The best of several tries counts. */
import { expect } from 'vitest';
import { test } from '../../support/fixtures/faulty-circle.ts';
import { card, setVisible, upToDate } from '../../support/on-screen.ts';
import { until } from '../../support/until.ts';

const STREAM = '/api/sync/stream';
/** Much sooner than the silence of the stream is noticed. */
const SOON_MS = 5000;

test('after half a minute away, news is there within five seconds', async ({ ana: { page }, faultProxy: network, circle, people }) => {
  await page.clock.install();
  // Loads once: a page loaded with a clock ahead of its worker's takes the worker's messages for older than itself, and drops them.
  await page.goto('/posts');
  const times: number[] = [];
  for (const content of ['The first news', 'The second news', 'The third news']) {
    await upToDate(page);
    await until(() => network.openRequests(STREAM) === 1);
    expect(network.stall(STREAM)).toBe(1);
    await setVisible(page, false);
    await page.clock.fastForward('00:31');
    await circle.post(people.ben, { content });
    const begun = performance.now();
    await setVisible(page, true);
    const news = page.getByRole('button', { name: '1 new post' });
    await news.waitFor();
    times.push(performance.now() - begun);
    await news.click();
    await card(page, content).waitFor();
  }
  expect(Math.min(...times)).toBeLessThan(SOON_MS);
});
