/** A device whose clock is wrong by minutes or days: it looks and works like one whose clock is right. */
import { expect } from 'vitest';
import { test as notificationsTest, row } from '../../support/fixtures/notifications.ts';
import { card, comment, noticeNetwork, upToDate } from '../../support/on-screen.ts';
import { writePost } from '../../support/post-form.ts';
import { wrongClock } from '../../support/wrong-clock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const API = /^\/api\//;
const REFRESH = '/api/auth/refresh';
const PUSH = '/api/sync/push';

const test = notificationsTest
  /** Opens a device of Ana's on its own network, on the feed, with a clock that is wrong by this many milliseconds. */
  .extend('openWithClock', ({ open, people, post: _, faultProxy }) => async (wrongBy: number) => {
    const { page, context } = await open(people.ana, { url: faultProxy.url, at: 'about:blank' });
    const clock = await wrongClock(context, wrongBy);
    await page.goto('/posts');
    await upToDate(page);
    expect(await page.evaluate(() => Date.now())).toSatisfy((shown: number) => Math.abs(shown - wrongBy - Date.now()) < MINUTE);
    return { page, clock };
  });

test('ten minutes ahead, the device uses each token while the server accepts it', async ({ openWithClock, faultProxy: network, post }) => {
  const { page } = await openWithClock(10 * MINUTE);
  const refreshes = () => network.requests.filter(({ path }) => path === REFRESH).length;
  const pushes = () => network.requests.filter(({ path }) => path === PUSH).length;
  await page.goto(`/posts/${post}`);
  const send = async (text: string) => {
    const before = pushes();
    await comment(page, text);
    await expect.poll(pushes).toBeGreaterThan(before);
  };
  await send('By the first token');
  const before = refreshes();
  for (const text of ['One', 'Two', 'Three']) await send(text);
  expect(refreshes()).toBe(before);
});

test.for([2 * DAY, -2 * DAY])(
  'wrong by %i ms, it lists its notifications, and says how long ago they were',
  async (wrongBy, { openWithClock, faultProxy: network, people: { ben }, post, circle }) => {
    const { page } = await openWithClock(wrongBy);
    await card(page, 'Soup at seven')
      .getByText(/^(Just now|\d+m ago)$/)
      .waitFor();
    // On the feed it would soon count as seen.
    await page.goto('/groups');
    await circle.comment(ben, post, 'Salt?');
    for (const online of [true, false]) {
      if (!online) network.refuse(API);
      await page.goto('/groups');
      await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
      await page.goto('/notifications');
      await row(page, 'Salt?')
        .getByText(/^(Just now|\d+m ago)$/)
        .waitFor();
      await page.getByRole('heading', { name: 'Today' }).waitFor();
    }
  },
);

test('set back by two days between a post and its comment, it sends the post first, and shows them in order', async ({
  openWithClock,
  faultProxy: network,
  people: { ana },
  server,
}) => {
  const { page, clock } = await openWithClock(0);
  network.refuse(API);
  await writePost(page, 'Written first');
  clock.set(-2 * DAY);
  await page.goto('/posts');
  await card(page, 'Written first').getByRole('link').first().click();
  await comment(page, 'Written upon it');
  await writePost(page, 'Written last');
  await expect.poll(() => page.getByRole('article').first().textContent()).toContain('Written last');
  network.refuse(null);
  await noticeNetwork(page);
  await upToDate(page);
  const comments = await server.sql`
    select c.content from post_comments c join posts p on p.id = c.post_id
    where p.author_id = ${ana.id} and p.content = 'Written first'`;
  expect(comments.map(({ content }) => content)).toEqual(['Written upon it']);
});

test('set back by two days while the app runs, a tab keeps showing what arrives, also with the worker that starts then', async ({
  openWithClock,
  people: { ben },
  circle,
}) => {
  const { page, clock } = await openWithClock(0);
  const other = await page.context().newPage();
  await other.goto('/posts');
  await card(other, 'Soup at seven').waitFor();
  await clock.setUnder(other, -2 * DAY);
  await page.close();
  await circle.post(ben, { content: 'Bread at eight' });
  await card(other, 'Bread at eight').waitFor();
});
