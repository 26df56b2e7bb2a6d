/** How soon a write shows, for its author and for their friends. The best of several tries counts. */
import { expect } from 'vitest';
import { test } from '../../support/fixtures/faulty-circle.ts';
import { card, comment, react, upToDate } from '../../support/on-screen.ts';
import { writePost } from '../../support/post-form.ts';

/** How long `shows` takes, in milliseconds. */
async function timeOf(shows: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await shows();
  return performance.now() - begun;
}

test('on a line with two seconds of latency a write shows before the server can have answered', async ({
  ana,
  faultProxy: network,
  postId,
}) => {
  await ana.page.goto(`/posts/${postId}`);
  await upToDate(ana.page);
  network.delay(1000);
  network.throttle(16_000);
  const times: number[] = [];
  for (const text of ['One', 'Two', 'Three']) times.push(await timeOf(() => comment(ana.page, `${text} on a slow line`)));
  expect(Math.min(...times)).toBeLessThan(2000);
});

test('back on the network a post reaches a friend within two seconds, and their reaction arrives within one', async ({
  ana,
  faultProxy: network,
  open,
  people,
}) => {
  const { page: bens } = await open(people.ben);
  await upToDate(bens);
  const texts = ['The first without a network', 'The second without a network', 'The third without a network'];
  const times: number[] = [];
  for (const text of texts) {
    network.cut();
    await writePost(ana.page, text);
    const lost = network.dropAnswerTo('/api/sync/push');
    network.heal();
    await lost;
    times.push(await timeOf(() => card(bens, text).waitFor()));
    await upToDate(ana.page);
  }
  expect(Math.min(...times)).toBeLessThan(2000);

  for (const page of [ana.page, bens]) {
    await card(page, texts[0] ?? '')
      .getByRole('link')
      .first()
      .click();
    await page.getByLabel('Write a comment').waitFor();
  }
  const reactionTimes: number[] = [];
  for (const [nth, emoji] of ['❤️', '🎉', '🔥'].entries()) {
    await react(bens, emoji);
    const name = nth === 0 ? '1 reaction' : `${nth + 1} reactions`;
    reactionTimes.push(await timeOf(() => ana.page.getByRole('button', { name, exact: true }).waitFor()));
  }
  expect(Math.min(...reactionTimes)).toBeLessThan(1000);
});
