/**
 * A server whose database was restored from a backup. Devices fetch everything again and give back what they had written since, so that
 * only rows that no device has are lost.
 */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { change, insert, remove } from '../../src/data/store/local-write.ts';
import type { Device } from '../support/device.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import { newComment, newPost, newReaction } from '../support/rows.ts';
import { until } from '../support/until.ts';

const test = deviceTest
  .extend('collections', { scope: 'file' }, (): readonly CollectionName[] => ['posts', 'comments', 'reactions', 'notifications'])
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    await circle.befriend(ana, ben);
    return { ana, ben };
  })
  /** Ana's device */
  .extend('a', ({ people, liveDevice }) => liveDevice(people.ana))
  /** Ben's device */
  .extend('b', ({ people, liveDevice }) => liveDevice(people.ben))
  /** Restores a backup of the database, as `npm run restored` does. */
  .extend('restore', ({ server }) => async (backup: { restore(): Promise<void> }): Promise<void> => {
    await backup.restore();
    await until(async () => {
      await server.sql`update epoch set epoch = ${uuid()}`.catch(() => null);
      return server.sql`select 1`.then(
        () => true,
        () => false,
      );
    });
    await server.sql`update epoch set epoch = ${uuid()}`;
  });

test.afterEach(async ({ server }) => void (await server.sql`delete from posts`));

const contents = async (device: Device) => (await device.rows('posts')).map(({ content }) => content).sort();

test('what the device wrote since the backup is given back, in order, once, and before its pending writes', async ({
  a,
  b,
  people: { ana },
  db,
  server,
  restore,
}) => {
  const before = newPost(ana, 'before the backup');
  const doomed = newPost(ana, 'deleted after the backup');
  await insert(a.store, 'posts', before);
  await insert(a.store, 'posts', doomed);
  await a.live();
  const backup = await db.backup();
  await a.live();
  const after = newPost(ana, 'after the backup');
  await insert(a.store, 'posts', after);
  await a.live();
  await change(a.store, 'posts', after.id, { content: 'after the backup, edited' });
  await change(a.store, 'posts', before.id, { content: 'before the backup, edited' });
  await remove(a.store, 'posts', doomed.id);
  await insert(a.store, 'comments', newComment(ana, after.id, 'mine'));
  await insert(a.store, 'reactions', newReaction(ana, before.id));
  await a.live();
  await b.until(async () => (await b.rows('comments')).length === 1);
  a.cut();
  b.cut();
  await insert(a.store, 'comments', newComment(ana, after.id, 'not sent yet'));
  await restore(backup);
  expect(await server.sql`select 1 from posts where id = ${after.id}`).toHaveLength(0);
  a.reconnect();
  await a.live();
  b.reconnect();
  const wanted = ['after the backup, edited', 'before the backup, edited'];
  await b.until(async () => JSON.stringify(await contents(b)) === JSON.stringify(wanted));
  await b.until(async () => (await b.rows('comments')).length === 2 && (await b.rows('reactions')).length === 1);
  await a.until(async () => JSON.stringify(await contents(a)) === JSON.stringify(wanted));
  expect((await a.rows('comments')).map(({ content }) => content).sort()).toEqual(['mine', 'not sent yet']);
  expect(await a.refused()).toEqual([]);
  const notificationsOfPost = async () =>
    (await b.rows('notifications')).filter(
      ({ notification_type, related_post_id }) => notification_type === 'post_created' && related_post_id === after.id,
    );
  await b.until(async () => (await notificationsOfPost()).length > 0);
  await b.live();
  expect(await notificationsOfPost()).toHaveLength(1);
});

test('a device that is killed while it gives back begins again, and nothing exists twice', async ({
  a,
  people: { ana },
  db,
  server,
  restore,
}) => {
  const backup = await db.backup();
  await a.live();
  const [one, two] = [newPost(ana, 'one'), newPost(ana, 'two')];
  await insert(a.store, 'posts', one);
  await a.live();
  await insert(a.store, 'posts', two);
  await a.live();
  a.cut();
  await restore(backup);
  let pushes = 0;
  a.network.after = (path) => {
    if (!path.endsWith('/push')) return;
    pushes += 1;
    a.network.up = false;
  };
  a.reconnect();
  await a.until(() => pushes === 1);
  await a.restart();
  delete a.network.after;
  a.reconnect();
  await a.live();
  await a.until(async () => JSON.stringify(await contents(a)) === JSON.stringify(['one', 'two']));
  expect(await server.sql`select 1 from posts where author_id = ${ana.id}`).toHaveLength(2);
  expect(await a.refused()).toEqual([]);
});

test('a comment waits for its post if the post’s author has not given it back yet', async ({
  a,
  b,
  people: { ana, ben },
  db,
  server,
  restore,
}) => {
  const backup = await db.backup();
  await Promise.all([a.live(), b.live()]);
  const lost = newPost(ana, 'lost with the backup');
  await insert(a.store, 'posts', lost);
  await b.until(async () => (await b.rows('posts')).some(({ id }) => id === lost.id));
  await insert(b.store, 'comments', newComment(ben, lost.id, 'on what is lost'));
  await b.live();
  a.cut();
  b.cut();
  await insert(b.store, 'comments', newComment(ben, lost.id, 'pending, on what is lost'));
  await restore(backup);
  b.reconnect();
  await b.until(async () => (await b.rows('posts')).length === 0);
  await b.live();
  expect(await b.refused()).toEqual([]);
  a.reconnect();
  await a.live();
  await b.until(async () => (await b.rows('posts')).length === 1);
  // It is tried again now and then, and at every start.
  await b.restart();
  const comments = async () => (await a.rows('comments')).map(({ content }) => content).sort();
  await a.until(async () => JSON.stringify(await comments()) === JSON.stringify(['on what is lost', 'pending, on what is lost']));
  await b.live();
  expect(await b.refused()).toEqual([]);

  // What was accepted late is sent again after the next restore.
  a.cut();
  b.cut();
  await restore(backup);
  expect(await server.sql`select from post_comments`).toHaveLength(0);
  a.reconnect();
  await a.live();
  b.reconnect();
  await b.until(async () => (await server.sql`select from post_comments`).length === 2);
});
