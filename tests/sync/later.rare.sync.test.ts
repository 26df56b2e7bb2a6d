/** A device whose server accepts no writes for a while, or puts one off. It keeps its writes pending, still reads, and loses nothing. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { rareActsPerHour } from '../../schemas/base/rare-acts.ts';
import { change, insert, remove } from '../../src/data/store/local-write.ts';
import { diskFull } from '../../sync-server/http/errors/disk-full.ts';
import { createBudget, noBudgets } from '../../sync-server/http/limits/request-budgets.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import type { Member } from '../support/fixtures/server.ts';
import { realmAt } from '../support/realm-with.ts';
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
      // With the counts of acts that may be done a few times in an hour.
      env: { RATE_LIMITS: '1' },
      // Small, so that a device exhausts it. The demanded wait is short, and the test moves the budget's clock forward, so that
      // it is over afterwards.
      budgets: { ...noBudgets, writes: createBudget({ most: 10, aMinute: 36_000 }, realmAt(clock), 0) },
    }),
  )
  /** A post whose audience has changed as often as it may in an hour. */
  .extend('often', ({ circle, clock }) => async (author: Member): Promise<string> => {
    clock.now += 600_000;
    const post = await circle.post(author, { audience: 'friends' });
    for (let n = 1; n <= rareActsPerHour.audience; n += 1) {
      clock.now += 600_000;
      const row = await circle.visibleRow(author, 'posts', post);
      const visibility_type = n % 2 ? 'private' : 'friends';
      await circle.done(author, 'posts', { ...row, id: post, write_id: uuid(), visibility_type }, [row?.write_id ?? '']);
    }
    clock.now += 600_000;
    return post;
  })
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
  expect(a.seen.slice(a.seen.findLastIndex(({ kind }) => kind === 'offline') + 1).some(({ pending }) => pending === 150)).toBe(true);
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
  expect(a.status).toMatchObject({ pending: 1, failures: 0 });
  expect((await a.rows('posts')).find(({ id }) => id === mine.id)).toMatchObject({ pending: 1 });

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

test('narrowing that the server puts off stays pending, and what is written after it passes it', async ({
  people: { ana, ben },
  device,
  server,
  often,
}) => {
  const post = await often(ana);
  const [a, b] = [await device(ana), await device(ben)];
  await Promise.all([a.live(), b.live()]);
  await change(a.store, 'posts', post, { visibility_type: 'private' });
  await a.until(() => a.status.later.length > 0);
  const mine = newPost(ana, 'written after it');
  await insert(a.store, 'posts', mine);
  await b.until(async () => (await b.rows('posts')).some(({ id }) => id === mine.id));

  // Pending and not refused, and nothing is being sent.
  const held = (await a.rows('posts')).find(({ id }) => id === post);
  expect(held).toMatchObject({ pending: 1, visibility_type: 'private' });
  await a.until(() => a.status.kind === 'live');
  expect(a.status).toMatchObject({ pending: 1, failures: 0, later: [held?.write_id] });
  expect(await a.refused()).toEqual([]);

  // It is not sent again before its time, but once the member asks for that, also after the app was closed.
  const pushes = () => a.requests.filter(({ path }) => path.endsWith('/push')).length;
  const before = pushes();
  await a.restart();
  await a.until(() => a.status.later.length > 0);
  expect(pushes()).toBe(before + 1);
  await server.sql`delete from rate_limits`;
  a.retry();
  await a.until(() => a.status.pending === 0);
  await b.until(async () => !(await b.rows('posts')).some(({ id }) => id === post));
  expect(a.status.later).toEqual([]);
});

test('what was put off and is changed again is sent at once: its author changes back, or deletes the post', async ({
  people: { ana },
  device,
  server,
  often,
}) => {
  const [post, other] = [await often(ana), await often(ana)];
  const a = await device(ana);
  await a.live();
  for (const id of [post, other]) await change(a.store, 'posts', id, { visibility_type: 'private' });
  await a.until(() => a.status.later.length === 2);
  await change(a.store, 'posts', post, { visibility_type: 'friends', content: 'for friends after all' });
  await remove(a.store, 'posts', other);
  await a.until(() => a.status.pending === 0);
  expect(a.status).toMatchObject({ later: [] });
  const kept = await server.sql`select id, content, visibility_type from posts where id = any(${[post, other]}::uuid[])`;
  expect([...kept]).toEqual([{ id: post, content: 'for friends after all', visibility_type: 'friends' }]);
  expect(await a.refused()).toEqual([]);
});
