/**
 * Networks that do worse than to be absent: they go silent, crawl, or break off anywhere. Whatever they do, what a member
 * writes shows at once, arrives exactly once, and they are told by one banner at most.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultyCircle, startFaultyCircle } from '../support/faulty-circle.ts';
import { card, comment, upToDate } from '../support/on-screen.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { until } from '../support/until.ts';

const STREAM = '/api/sync/stream';
/** connections that break in one run */
const RESETS = 25;
let circle: FaultyCircle;
let network: FaultyCircle['network'];
let profile: FaultyCircle['profile'];
let notices: FaultyCircle['notices'];
let postId: FaultyCircle['postId'];

/** Words that no compression makes small. */
function noise(length: number, random: () => number): string {
  let text = '';
  while (text.length < length) text += `${random().toString(36).slice(2)} `;
  return text.slice(0, length);
}

beforeAll(async () => {
  circle = await startFaultyCircle();
  ({ network, profile, notices, postId } = circle);
});
afterAll(() => circle?.close());

test('connections that break off anywhere, again and again: all arrives, every write once', async () => {
  const seed = Number(process.env.KITH_SEED ?? 1);
  const random = seededRandom(seed);
  const { page } = profile;
  await page.goto(`/posts/${postId}`);
  await page.getByLabel('Write a comment').waitFor();
  // From within the head of a request to some answers later.
  network.resetAfter(() => Math.floor(500 * 100 ** random()));
  const mine: string[] = [];
  const bensPosts: string[] = [];
  const arrived = async () => Object.keys(await circle.anasComments()).length === mine.length;
  while (network.resets() < RESETS) {
    const turn = mine.length;
    mine.push(`Comment ${turn} of seed ${seed}`);
    await comment(page, mine.at(-1) ?? '');
    if (turn % 5 > 0) continue;
    bensPosts.push(`Post ${turn} of seed ${seed}`);
    await circle.benPosts(bensPosts.at(-1) ?? '');
    // It comes through although every line breaks.
    await until(arrived, 60_000);
  }
  network.resetAfter(null);
  await until(arrived, 60_000);
  await upToDate(page);
  expect(await circle.anasComments(), `seed ${seed}`).toEqual(Object.fromEntries(mine.map((text) => [text, 1])));
  await page.goto('/posts');
  for (const text of bensPosts) await expect.poll(() => card(page, text).count(), { message: text }).toBe(1);
});

test('a stream that goes silent is found and opened again within 30 seconds', async () => {
  const { page } = profile;
  await page.goto(`/posts/${postId}`);
  await upToDate(page);
  await until(() => network.openRequests(STREAM) === 1);
  const before = network.requests.length;
  expect(network.stall(STREAM)).toBe(1);
  const begun = Date.now();
  // What is written meanwhile goes out all the same.
  await comment(page, 'Past the silent stream');
  await until(async () => (await circle.anasComments())['Past the silent stream'] === 1);
  await until(() => network.requests.slice(before).some(({ path }) => path === STREAM), 60_000);
  expect(Date.now() - begun).toBeLessThan(30_000);
  await circle.benPosts('After the silence');
  await page.goto('/posts');
  await card(page, 'After the silence').waitFor();
});

test('at 16 KB a second and 2 seconds of latency an empty device fills, and what is written shows at once', async () => {
  const { page } = profile;
  const random = seededRandom(2);
  const many = 150;
  for (let n = 0; n < many; n += 30)
    await Promise.all(Array.from({ length: 30 }, (_, k) => circle.benPosts(`Number ${n + k}: ${noise(2000, random)}`)));
  const newest = await circle.benPosts('The newest of all');
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
  // It is used while most of it is still on its way.
  await card(page, 'The newest of all').getByRole('link').first().click();
  await page.waitForURL(`**/posts/${newest}`);
  const writing = Date.now();
  await comment(page, 'Written on a slow line');
  expect(Date.now() - writing).toBeLessThan(2000);
  await until(async () => (await circle.anasComments())['Written on a slow line'] === 1, 60_000);
  await upToDate(page, 120_000);
  network.delay(0);
  network.throttle();
});

test('all the while there was one banner at most, and no message about work in the background', () => {
  expect(notices.mostBanners()).toBeLessThanOrEqual(1);
  expect(notices.errors).toEqual([]);
});
