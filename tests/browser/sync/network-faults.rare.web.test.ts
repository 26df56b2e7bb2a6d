/**
 * Networks that are worse than none: they go silent, crawl, or break off anywhere. Whatever they do, a member's writes show at once and
 * arrive exactly once, and at most one banner shows.
 */
import { expect } from 'vitest';
import { expectFewNotices, test } from '../../support/fixtures/faulty-circle.ts';
import { card, comment, inSync, upToDate } from '../../support/on-screen.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { until } from '../../support/until.ts';

const STREAM = '/api/sync/stream';
/** connections that break in one run */
const RESETS = 25;

/** Words that compression cannot make small. */
function noise(length: number, random: () => number): string {
  let text = '';
  while (text.length < length) text += `${random().toString(36).slice(2)} `;
  return text.slice(0, length);
}

test('connections break off anywhere, again and again: everything arrives, every write once', async ({
  ana,
  faultProxy: network,
  postId,
  anasComments,
  circle,
  people,
}) => {
  const seed = Number(process.env.KITH_SEED ?? 1);
  const random = seededRandom(seed);
  const { page, notices } = ana;
  await page.goto(`/posts/${postId}`);
  await page.getByLabel('Write a comment').waitFor();
  // From within the head of a request to several answers later.
  network.resetAfter(() => Math.floor(500 * 100 ** random()));
  const anasTexts: string[] = [];
  const bensPosts: string[] = [];
  const arrived = async () => Object.keys(await anasComments()).length === anasTexts.length;
  while (network.resets() < RESETS) {
    const turn = anasTexts.length;
    anasTexts.push(`Comment ${turn} of seed ${seed}`);
    await comment(page, anasTexts.at(-1) ?? '');
    if (turn % 5 > 0) continue;
    bensPosts.push(`Post ${turn} of seed ${seed}`);
    await circle.post(people.ben, { content: bensPosts.at(-1) ?? '' });
    // It arrives although every connection breaks.
    await until(arrived);
  }
  network.resetAfter(null);
  await until(arrived);
  await upToDate(page);
  expect(await anasComments(), `seed ${seed}`).toEqual(Object.fromEntries(anasTexts.map((text) => [text, 1])));
  await page.goto('/posts');
  for (const text of bensPosts) await expect.poll(() => card(page, text).count(), { message: text }).toBe(1);
  expectFewNotices(notices);
});

// Both wait more than they work, so they run at the same time, each in its own network.
test.concurrent('a stream that goes silent is noticed and opened again', async ({
  ana,
  faultProxy: network,
  postId,
  anasComments,
  circle,
  people,
}) => {
  const { page, notices } = ana;
  await page.goto(`/posts/${postId}`);
  await upToDate(page);
  await until(() => network.openRequests(STREAM) === 1);
  const before = network.requests.length;
  expect(network.stall(STREAM)).toBe(1);
  // A write in the meantime still goes out.
  await comment(page, 'Past the silent stream');
  await until(async () => (await anasComments())['Past the silent stream'] === 1);
  await until(() => network.requests.slice(before).some(({ path }) => path === STREAM));
  await circle.post(people.ben, { content: 'After the silence' });
  await page.goto('/posts');
  await card(page, 'After the silence').waitFor();
  expectFewNotices(notices);
});

test.concurrent('at 16 KB a second and 2 seconds of latency an empty device fills, and a write in the meantime shows', async ({
  ana,
  faultProxy: network,
  postId: _,
  circle,
  people,
  server,
}) => {
  const { page, notices } = ana;
  const random = seededRandom(2);
  for (let n = 0; n < 5; n += 1)
    await Promise.all(
      Array.from({ length: 30 }, (_, k) => circle.post(people.ben, { content: `Number ${30 * n + k}: ${noise(2000, random)}` })),
    );
  const newest = circle.postDocument(people.ben, { content: 'The newest of all' });
  await circle.done(people.ben, 'posts', { ...newest, created_at: new Date().toISOString() });
  await page.goto('/sw.js');
  await page.evaluate(async () => {
    const gone = (name: string) =>
      new Promise<void>((resolve, reject) => {
        const deletion = indexedDB.deleteDatabase(name);
        deletion.onsuccess = () => resolve();
        deletion.onerror = () => reject(deletion.error);
      });
    await Promise.all((await indexedDB.databases()).map(({ name }) => gone(name ?? '')));
  });
  network.delay(1000);
  network.throttle(16_000);
  await page.goto('/posts');
  await card(page, 'The newest of all').waitFor();
  // The app is used while most of the data is still on its way.
  await card(page, 'The newest of all').getByRole('link').first().click();
  await page.waitForURL(`**/posts/${newest.id}`);
  await comment(page, 'Written on a slow line');
  expect(await inSync(page, 'live').count()).toBe(0);
  const arrived = async () => (await server.sql`select 1 from post_comments where content = 'Written on a slow line'`).length;
  await until(async () => (await arrived()) === 1);
  await upToDate(page, 120_000);
  expect(await arrived()).toBe(1);
  expectFewNotices(notices);
});
