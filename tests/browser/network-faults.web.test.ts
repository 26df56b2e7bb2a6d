/**
 * Networks that do worse than to be absent: they go silent, crawl, or break off anywhere. Whatever they do, what a member
 * writes shows at once, arrives exactly once, and they are told by one banner at most.
 */
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { DESKTOP, openProfile, type Profile, waitForOfflineApp } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { card, comment, upToDate, watchNotices } from '../support/on-screen.ts';
import { befriend, clientOf, person, register, signIn } from '../support/people.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const STREAM = '/api/sync/stream';
const ana = person('Ana');
const ben = person('Ben');
/** connections that break in one run */
const RESETS = 25;
let server: TestServer;
let network: FaultProxy;
let profile: Profile;
let notices: Awaited<ReturnType<typeof watchNotices>>;
let bens: ApiClient;
let postId: string;

async function benPosts(content: string): Promise<string> {
  const id = uuid();
  expect((await bens.post('/api/posts', { id, content, visibility_type: 'friends' })).status).toBe(201);
  return id;
}

/** How often each comment of Ana's is on the server. */
async function anasComments(): Promise<Record<string, number>> {
  if (!server.database) throw new Error('the server has a database of its own');
  const rows = await server.database.sql<{ content: string; times: number }[]>`
    select c.content, count(*)::int as times from post_comments c join users u on u.id = c.author_id
    where u.email = ${ana.email} group by c.content`;
  return Object.fromEntries(rows.map(({ content, times }) => [content, times]));
}

/** Words that no compression makes small. */
function noise(length: number, random: () => number): string {
  let text = '';
  while (text.length < length) text += `${random().toString(36).slice(2)} `;
  return text.slice(0, length);
}

beforeAll(async () => {
  const port = await freePort();
  network = await startFaultProxy(port);
  server = await startServer({ port, publicUrl: network.url });
  await register(server, ana);
  await register(server, ben);
  await befriend(server, ana, ben);
  bens = await clientOf(server, ben);
  postId = await benPosts('Say something');
  profile = await openProfile({ url: network.url, viewport: DESKTOP });
  notices = await watchNotices(profile.context);
  await signIn(profile.page, ana);
  await upToDate(profile.page);
  await waitForOfflineApp(profile.page);
});
afterAll(async () => {
  await profile?.close();
  await server?.stop();
  await network?.close();
});

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
  const arrived = async () => Object.keys(await anasComments()).length === mine.length;
  while (network.resets() < RESETS) {
    const turn = mine.length;
    mine.push(`Comment ${turn} of seed ${seed}`);
    await comment(page, mine.at(-1) ?? '');
    if (turn % 5 > 0) continue;
    bensPosts.push(`Post ${turn} of seed ${seed}`);
    await benPosts(bensPosts.at(-1) ?? '');
    // It comes through although every line breaks.
    await until(arrived, 60_000);
  }
  network.resetAfter(null);
  await until(arrived, 60_000);
  await upToDate(page);
  expect(await anasComments(), `seed ${seed}`).toEqual(Object.fromEntries(mine.map((text) => [text, 1])));
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
  await until(async () => (await anasComments())['Past the silent stream'] === 1);
  await until(() => network.requests.slice(before).some(({ path }) => path === STREAM), 60_000);
  expect(Date.now() - begun).toBeLessThan(30_000);
  await benPosts('After the silence');
  await page.goto('/posts');
  await card(page, 'After the silence').waitFor();
});

test('at 16 KB a second and 2 seconds of latency an empty device fills, and what is written shows at once', async () => {
  const { page } = profile;
  const random = seededRandom(2);
  const many = 150;
  for (let n = 0; n < many; n += 30)
    await Promise.all(Array.from({ length: 30 }, (_, k) => benPosts(`Number ${n + k}: ${noise(2000, random)}`)));
  const newest = await benPosts('The newest of all');
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
  await until(async () => (await anasComments())['Written on a slow line'] === 1, 60_000);
  await upToDate(page, 120_000);
  network.delay(0);
  network.throttle();
});

test('all the while there was one banner at most, and no message about work in the background', () => {
  expect(notices.mostBanners()).toBeLessThanOrEqual(1);
  expect(notices.errors).toEqual([]);
});
