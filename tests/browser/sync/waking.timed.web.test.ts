/** How soon somebody who looks at the app again has what is new, on a stream that died without anybody noticing. The best of several tries. */
import { expect } from 'vitest';
import { test } from '../../support/fixtures/faulty-circle.ts';
import { card, setVisible, upToDate } from '../../support/on-screen.ts';
import { until } from '../../support/until.ts';

const STREAM = '/api/sync/stream';
/** Much sooner than the silence of the stream is noticed. */
const SOON_MS = 5000;

test('after half a minute away the news are there within five seconds', async ({ ana: { page }, faultProxy: network, circle, people }) => {
  await page.clock.install();
  // Loaded once: a page that is loaded with a clock ahead of its worker's takes what that tells it for older than itself, and drops it.
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
