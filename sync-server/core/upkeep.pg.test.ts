import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { NOTIFICATIONS_MAX } from '../../schemas/notifications/notification-limits.ts';
import type { Member } from '../../tests/support/circle.ts';
import { test as circleTest } from '../../tests/support/fixtures/circle.ts';
import { ModelReplica } from '../../tests/support/model-replica.ts';
import { until } from '../../tests/support/until.ts';
import { openDatabase } from '../db/pool/connect.ts';
import { expireNotifications } from '../features/notifications/expire-notifications.ts';
import { dropOldRemovals } from '../sync/pull/old-removals.ts';
import { forgetOldWrites } from '../sync/push/applied-writes.ts';
import { startUpkeep, type UpkeepTasks } from './upkeep.ts';

const test = circleTest
  /** Ana and Ben, who are friends. */
  .extend('people', async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    await circle.befriend(ana, ben);
    return { ana, ben };
  })
  /** a device that stores everything it may of these collections */
  .extend('deviceOf', ({ circle }) => async (member: Member, collections: ('posts' | 'comments' | 'notifications')[]) => {
    const replica = new ModelReplica(circle.engine, member.id, collections);
    await replica.pullAll();
    return replica;
  })
  /** Starts the upkeep of one process. It is stopped after the test. */
  .extend('processWith', async ({ db }, { onCleanup }) => {
    const stops: (() => Promise<void>)[] = [];
    onCleanup(async () => {
      for (const stop of stops) await stop();
    });
    return async (tasks: UpkeepTasks) => {
      const logged: string[] = [];
      const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
      const upkeep = startUpkeep(db.database, tasks, log, { checkMs: 20 });
      let stopped = false;
      const stop = async () => {
        if (stopped) return;
        stopped = true;
        await upkeep.close();
      };
      stops.push(stop);
      return { logged, stop };
    };
  });

test('notifications beyond two days or the newest fifty are deleted, and devices learn of it', async ({
  db,
  circle,
  deviceOf,
  people: { ana, ben },
}) => {
  const anas = await deviceOf(ana, ['notifications']);
  for (let i = 0; i < NOTIFICATIONS_MAX + 5; i += 1) await circle.post(ana);
  const posts = await db.sql<{ id: string }[]>`
    select id from notifications where user_id = ${ben.id} and notification_type = 'post_created' order by created_at, id`;
  const bens = await deviceOf(ben, ['notifications']);
  const before = new Set(bens.ids('notifications'));
  expect(before.size).toBeGreaterThan(NOTIFICATIONS_MAX);

  await db.sql`update notifications set created_at = now() - interval '47 hours' where id = ${posts[20]?.id ?? ''}`;
  await db.sql`update notifications set created_at = now() - interval '49 hours' where id = any(${posts.slice(21, 24).map((row) => row.id)}::uuid[])`;
  await expireNotifications(circle.engine);
  const remaining = await db.sql<
    { id: string }[]
  >`select id from notifications where user_id = ${ben.id} order by created_at desc, id desc`;
  expect(remaining).toHaveLength(NOTIFICATIONS_MAX);
  const ids = remaining.map((row) => row.id);
  for (const old of posts.slice(21, 24)) expect(ids).not.toContain(old.id);
  for (const young of posts.slice(-30)) expect(ids).toContain(young.id);

  await bens.pullAll();
  expect(bens.ids('notifications')).toEqual([...ids].sort());
  // The second time there is nothing to do, and nothing is announced.
  const { heads } = bens;
  await expireNotifications(circle.engine);
  await bens.pullAll();
  expect(bens.heads).toEqual(heads);
  const storedIds = anas.ids('notifications');
  await anas.pullAll();
  expect(anas.ids('notifications')).toEqual(storedIds);
});

test('a notification that is being read is left for the next round, and nothing waits for a lock', async ({
  db,
  circle,
  people: { ana, ben },
}) => {
  await circle.post(ana);
  const [row] = await db.sql<{ id: string }[]>`select id from notifications where user_id = ${ben.id} order by created_at desc limit 1`;
  const id = row?.id ?? '';
  await db.sql`update notifications set created_at = now() - interval '3 days' where id = ${id}`;
  await db.database.write(async (tx) => {
    await tx`update notifications set is_read = true where id = ${id}`;
    await expireNotifications(circle.engine);
    expect(await tx`select 1 from notifications where id = ${id}`).toHaveLength(1);
  });
  await expireNotifications(circle.engine);
  expect(await db.sql`select 1 from notifications where id = ${id}`).toHaveLength(0);
});

test('applied writes are remembered for thirty days', async ({ db, people: { ana } }) => {
  const [young, old] = [uuid(), uuid()];
  await db.sql`insert into applied_writes (write_id, user_id, at) values
    (${young}, ${ana.id}, now() - interval '29 days'), (${old}, ${ana.id}, now() - interval '31 days')`;
  await forgetOldWrites(db.database);
  expect(await db.sql`select write_id from applied_writes where write_id in (${young}, ${old})`).toEqual([{ write_id: young }]);
});

test('a device that was away for 91 days has exactly what it should, and one that pulled before does not start over', async ({
  db,
  circle,
  deviceOf,
  people: { ana, ben },
}) => {
  const [kept, gone, moved] = [await circle.post(ana), await circle.post(ana), await circle.post(ana)];
  const away = await deviceOf(ben, ['posts', 'comments']);
  const around = await deviceOf(ben, ['posts', 'comments']);
  await circle.done(ana, 'posts', { id: gone, _deleted: true });
  const [post] = await db.sql<{ write_id: string }[]>`select write_id from posts where id = ${moved}`;
  const row = { id: moved, author_id: ana.id, content: 'for more', photos: [], visibility_type: 'public', specific_user_ids: [] };
  await circle.done(ana, 'posts', row, [post?.write_id ?? '']);
  await around.pullAll();

  await db.sql`update changes set at = at - interval '89 days'`;
  await dropOldRemovals(db.database);
  const removals = () => db.sql`select 1 from changes where removed and doc_id in (${gone}, ${moved})`;
  expect(await removals()).toHaveLength(2);
  await db.sql`update changes set at = at - interval '2 days'`;
  const fresh = await circle.post(ana);
  await dropOldRemovals(db.database);
  expect(await removals()).toHaveLength(0);
  expect(await db.sql`select 1 from changes where removed`).toHaveLength(0);

  const { response } = await away.pullOnce();
  const started = Object.entries(response.collections.posts?.checkpoint ?? {}).filter(([, state]) => state === null);
  expect(started).toHaveLength(1);
  expect(response.collections.posts?.more).toBe(true);
  await away.pullAll(2);
  const now = await deviceOf(ben, ['posts', 'comments']);
  expect(away.ids('posts')).toEqual(now.ids('posts'));
  expect(away.ids('posts')).toEqual(expect.arrayContaining([kept, moved, fresh]));
  expect(away.ids('posts')).not.toContain(gone);
  expect(away.document('posts', moved)).toEqual(now.document('posts', moved));

  const page = (await around.pullOnce()).response.collections.posts;
  expect(Object.values(page?.checkpoint ?? {})).not.toContain(null);
  expect(page?.documents.map((document) => document.id)).toEqual([fresh]);
  expect(around.ids('posts')).toEqual(now.ids('posts'));
});

test('of several processes one does what is due, and the next round waits in the database for any of them', async ({ db, processWith }) => {
  const done: string[] = [];
  const task = (name: string) => ({
    fails: () => Promise.reject(new Error('not today')),
    works: async () => void done.push(name),
  });
  const waiting = () => db.sql<{ due: boolean }[]>`
    select due_at <= now() as due from jobs where queue = 'upkeep'`;
  const over = (rounds: number) => until(async () => done.length >= rounds && (await waiting()).every((job) => !job.due));
  const makeDue = () => db.sql`update jobs set due_at = now() where queue = 'upkeep'`;
  const first = await processWith(task('first'));
  await over(1);
  expect(first.logged.join()).toContain('a task of upkeep failed');

  // A new process does not begin its own round.
  await processWith(task('second'));
  expect(await waiting()).toHaveLength(1);
  expect(done).toEqual(['first']);
  await makeDue();
  await over(2);
  expect(done).toHaveLength(2);
  expect(await waiting()).toHaveLength(1);

  await first.stop();
  await makeDue();
  await over(3);
  expect(done[2]).toBe('second');
  expect(done).toHaveLength(3);
  expect(await waiting()).toHaveLength(1);
});

test('of processes that start at the same moment before any round was done, one does it', async ({ db }) => {
  await db.sql`delete from jobs where queue = 'upkeep'`;
  const log = pino({ level: 'silent' });
  const done: number[] = [];
  const databases = [1, 2, 3, 4].map(() => openDatabase(db.url, log, 3));
  const upkeeps = databases.map((database, index) =>
    startUpkeep(database, { works: async () => void done.push(index) }, log, { checkMs: 600_000 }),
  );
  await until(() => done.length > 0);
  for (const upkeep of upkeeps) await upkeep.close();
  expect(done).toHaveLength(1);
  for (const database of databases) await database.close();
});
