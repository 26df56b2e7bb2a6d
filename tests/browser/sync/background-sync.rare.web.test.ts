/** What was written without a network is sent by the service worker once there is one, although no page of the app is open. */
import { expect } from 'vitest';
import { upToDate } from '../../support/on-screen.ts';
import { until } from '../../support/until.ts';
import { databases, PUSH, pendingComments, test } from './background-sync-stage.ts';

/** Not the browser's own look for a newer service worker, which comes when the browser wants it. */
const isOurs = ({ path }: { readonly path: string }): boolean => path !== '/sw.js';

test('the service worker sends what is pending in the order of writing, once', async ({
  bare,
  serviceWorker,
  writeInTheLift,
  anasComments,
  server,
  people,
}) => {
  await writeInTheLift('first', 'second', 'third');
  await serviceWorker.sync();
  await until(async () => (await pendingComments(bare)).length === 0);
  expect(await anasComments()).toEqual({ first: 1, second: 1, third: 1 });
  const stored = await server.sql<{ content: string }[]>`
    select content from post_comments where author_id = ${people.ana.id} order by created_at, id`;
  expect(stored.map(({ content }) => content)).toEqual(['first', 'second', 'third']);
});

test('a service worker that is killed at each step loses nothing and sends nothing twice', async ({
  bare,
  serviceWorker,
  faultProxy: network,
  writeInTheLift,
  anasComments,
}) => {
  await writeInTheLift('first', 'second', 'third');
  for (const path of ['/api/auth/refresh', '/api/sync/pull', PUSH]) {
    const release = network.hold(path);
    await serviceWorker.sync();
    await until(() => network.openRequests(path) > 0);
    await serviceWorker.stop();
    release();
    await until(() => network.openRequests(path) === 0);
  }
  // It would soon send again what it heard no answer to: that must not be answered before it is killed.
  const held = network.dropAnswerTo(PUSH).then(() => network.hold(PUSH));
  await serviceWorker.sync();
  const release = await held;
  await serviceWorker.stop();
  expect(await pendingComments(bare)).toHaveLength(3);
  release();
  await serviceWorker.sync();
  await until(async () => (await pendingComments(bare)).length === 0);
  expect(await anasComments()).toEqual({ first: 1, second: 1, third: 1 });
});

test('the lead of a page that is suspended is taken after half a second of silence', async ({
  bare,
  serviceWorker,
  writeInTheLift,
  anasComments,
  people,
}) => {
  await writeInTheLift('first');
  await bare.evaluate(
    (lock) => new Promise<void>((led) => void navigator.locks.request(lock, () => new Promise<void>(() => led())).catch(() => undefined)),
    `kith-leader-${people.ana.id}`,
  );
  await serviceWorker.sync();
  await until(async () => (await pendingComments(bare)).length === 0);
  expect(await anasComments()).toEqual({ first: 1 });
});

test('a page that leads and answers keeps the lead, and the service worker is done when that page has sent everything', async ({
  ana,
  serviceWorker,
  faultProxy: network,
}) => {
  await ana.page.goto('/posts');
  await upToDate(ana.page);
  const streams = () => network.requests.filter(({ path }) => path === '/api/sync/stream').length;
  const before = streams();
  await serviceWorker.settle();
  await upToDate(ana.page);
  expect(streams()).toBe(before);
});

test('a store of another version is not opened', async ({ bare, serviceWorker, faultProxy: network, writeInTheLift, anasComments }) => {
  await writeInTheLift('first');
  const version = () => bare.evaluate(async () => (await indexedDB.databases()).find(({ name }) => name?.endsWith('--store'))?.version);
  const other = await bare.evaluate(async () => {
    const { name = '', version = 0 } = (await indexedDB.databases()).find((one) => one.name?.endsWith('--store')) ?? {};
    const request = indexedDB.open(name, version + 10);
    await new Promise((resolve) => {
      request.onsuccess = resolve;
    });
    request.result.close();
    return version + 10;
  });
  const before = network.requests.length;
  await serviceWorker.settle();
  expect(await version()).toBe(other);
  expect(await pendingComments(bare)).toEqual(['first']);
  expect(network.requests.slice(before).filter(isOurs)).toEqual([]);
  expect(await anasComments()).toEqual({});
});

test('after a sign-out nothing is opened, created or requested', async ({ ana, bare, serviceWorker, faultProxy: network }) => {
  await ana.page.goto('/settings');
  await upToDate(ana.page);
  await ana.page.getByRole('button', { name: 'Sign out' }).click();
  await ana.page.waitForURL('**/auth');
  await until(async () => (await databases(bare)).length === 0);
  await ana.page.close();
  const before = network.requests.length;
  await serviceWorker.settle();
  expect(await databases(bare)).toEqual([]);
  expect(network.requests.slice(before).filter(isOurs)).toEqual([]);
});

test('a sign-out while the service worker sends leaves nothing on the device', async ({
  ana,
  bare,
  serviceWorker,
  faultProxy: network,
  writeInTheLift,
}) => {
  await writeInTheLift('first');
  const page = await ana.newTab();
  const release = network.hold(PUSH);
  await serviceWorker.sync();
  await until(() => network.openRequests(PUSH) > 0);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Sign out and erase' }).click();
  await page.waitForURL('**/auth');
  release();
  await until(async () => (await databases(bare)).length === 0);
  await serviceWorker.settle();
  expect(await databases(bare)).toEqual([]);
});
