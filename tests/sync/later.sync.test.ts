/** A device whose server accepts no writes for a while. It keeps its writes pending, still reads, and loses nothing. */
import { expect } from 'vitest';
import { insert } from '../../src/data/local-write.ts';
import { diskFull } from '../../sync-server/http/disk-full.ts';
import { createBudget, noBudgets } from '../../sync-server/http/request-budgets.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import { newPost } from '../support/rows.ts';
import type { AppOptions } from '../support/start-app.ts';

const test = deviceTest
  /** the server's disk, as the server sees it */
  .extend('disk', { scope: 'file' }, () => {
    const disk = { full: false, isFull: () => disk.full, failed: () => undefined, space: () => null, close: () => undefined };
    return disk;
  })
  .extend('clock', { scope: 'file' }, () => ({ now: 0 }))
  .extend(
    'serverOptions',
    { scope: 'file' },
    ({ db, disk, clock }): AppOptions => ({
      on: db,
      disk,
      // Small, so that a device exhausts it. The demanded wait is short, and the test moves the budget's clock forward meanwhile, so that
      // it is over afterwards.
      budgets: { ...noBudgets, writes: createBudget({ most: 10, aMinute: 3600 }, () => clock.now, 0) },
    }),
  )
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    await circle.befriend(ana, ben);
    return { ana, ben };
  });

test('everything written in a week without a network is accepted, although it exceeds the member’s write budget', async ({
  people: { ana },
  device,
  server,
  clock,
}) => {
  const a = await device(ana);
  await a.live();
  a.cut();
  const posts = Array.from({ length: 150 }, (_, n) => newPost(ana, `${n} ${'長い一週間'.repeat(980)}`));
  for (const post of posts) await insert(a.store, 'posts', post);
  const answers: number[] = [];
  a.network.answered = (path, status) => {
    if (!path.endsWith('/push')) return;
    answers.push(status);
    if (status === 429) clock.now += 60_000;
  };
  a.reconnect();
  await a.live();
  expect(answers).toContain(429);
  const kept = await server.sql`select id from posts where author_id = ${ana.id}`;
  expect(kept.map(({ id }) => id).sort()).toEqual(posts.map(({ id }) => id).sort());
  expect(await a.refused()).toEqual([]);
  // The device never looked offline while it waited: all 150 were pending after the last offline status.
  expect(a.seen.slice(a.seen.findLastIndex(({ kind }) => kind === 'offline') + 1).some(({ unsent }) => unsent === 150)).toBe(true);
});

test('while the server’s disk is full, a device keeps its writes, reports why, and still reads', async ({
  people: { ana, ben },
  device,
  disk,
  server,
  circle,
  clock,
}) => {
  clock.now += 600_000;
  const a = await device(ana);
  const b = await device(ben);
  const older = await circle.post(ana);
  await Promise.all([a.live(), b.live()]);
  disk.full = true;
  const mine = newPost(ana, 'kept here for now');
  await insert(a.store, 'posts', mine);
  await a.until(() => a.status.serverFull);
  const askedAgainAt = Date.now() + (diskFull().retryAfterSeconds ?? 0) * 1000;
  expect(a.status).toMatchObject({ unsent: 1, failures: 0 });
  expect((await a.rows('posts')).find(({ id }) => id === mine.id)).toMatchObject({ unsent: 1 });

  // What others wrote earlier arrives, long before the device tries to write again.
  disk.full = false;
  const theirs = await circle.comment(ben, older);
  disk.full = true;
  await a.until(async () => (await a.rows('comments')).some(({ id }) => id === theirs));
  expect(Date.now()).toBeLessThan(askedAgainAt);
  expect(await server.sql`select id from posts where id = ${mine.id}`).toEqual([]);

  disk.full = false;
  a.wake();
  await a.live();
  expect(a.status.serverFull).toBe(false);
  expect(await server.sql`select id from posts where id = ${mine.id}`).toHaveLength(1);
});
