/**
 * A device whose clock is wrong or changes. The order of its writes, the expiry of notifications and the rows that it gives back after a
 * restore all follow the server's clock.
 */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { change, insert, remove } from '../../src/data/store/local-write.ts';
import { type NotificationRow, recentOf } from '../../src/features/notifications/recent.ts';
import type { Device } from '../support/device.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import { newComment, newPost, newReaction } from '../support/rows.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const test = deviceTest
  .extend('collections', { scope: 'file' }, (): readonly CollectionName[] => ['posts', 'comments', 'reactions', 'notifications'])
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    await circle.befriend(ana, ben);
    return { ana, ben };
  });

interface Sent {
  readonly document: { readonly id: string; readonly write_id: string };
}
/** The ids of the rows that a device has sent, in order. */
const sentBy = (device: Device): string[] =>
  device.requests
    .filter(({ path }) => path.endsWith('/push'))
    .flatMap(({ body }) => (body.changes as readonly Sent[]).map(({ document }) => document.id));

const listed = async (device: Device) =>
  recentOf((await device.rows('notifications')) as readonly NotificationRow[], device.clock.atLeast());

test.for([-MINUTE, -10 * MINUTE, -2 * DAY, 2 * DAY])(
  'a clock that changes by %i ms while the app is closed does not reorder writes',
  async (ms, { people: { ana }, liveDevice }) => {
    const a = await liveDevice(ana);
    a.cut();
    const post = newPost(ana, 'written first');
    await insert(a.store, 'posts', post);
    a.setClock(ms);
    await a.restart();
    const comment = newComment(ana, post.id, 'written upon it');
    const reaction = newReaction(ana, post.id);
    await insert(a.store, 'comments', comment);
    await insert(a.store, 'reactions', reaction);
    await change(a.store, 'comments', comment.id, { content: 'and changed' });
    a.setClock(2 * ms);
    await a.restart();
    await remove(a.store, 'reactions', reaction.id);
    // The screen shows them in the order in which they were written, too.
    const [first] = (await a.rows('posts')).filter(({ id }) => id === post.id);
    const [second] = (await a.rows('comments')).filter(({ id }) => id === comment.id);
    expect(Date.parse(second?.created_at ?? '')).toBeGreaterThan(Date.parse(first?.created_at ?? ''));
    a.reconnect();
    await a.live();
    expect([...new Set(sentBy(a))]).toEqual([post.id, comment.id, reaction.id]);
    expect(await a.refused()).toEqual([]);
  },
);

test('a tab gives its writes greater ids than those of another tab', async ({ people: { ana }, liveDevice }) => {
  const a = await liveDevice(ana);
  a.cut();
  const ahead = newPost(ana, 'by a clock that was ahead');
  a.setClock(DAY);
  await insert(a.store, 'posts', ahead);
  const [first] = (await a.rows('posts')).filter(({ id }) => id === ahead.id);
  // As another tab stores it: this tab only sees the row, and has not made its write id.
  const elsewhere = newPost(ana, 'from another tab');
  const write_id = uuid({ msecs: Date.now() + 3 * DAY });
  await a.database.collections.posts.insert({ ...first, id: elsewhere.id, write_id } as never);
  const upon = newComment(ana, elsewhere.id, 'upon that');
  await insert(a.store, 'comments', upon);
  const [comment] = (await a.rows('comments')).filter(({ id }) => id === upon.id);
  expect((comment?.write_id ?? '') > write_id).toBe(true);
});

test('a clock that is days ahead hides no notification: not at first, not after a restart, not without a network', async ({
  people: { ana, ben },
  device,
  circle,
}) => {
  await circle.comment(ben, await circle.post(ana));
  const a = await device(ana, { wrongBy: 2 * DAY });
  await a.live();
  await a.until(async () => (await a.rows('notifications')).length > 0);
  const held = (await a.rows('notifications')).length;
  expect(await listed(a)).toHaveLength(held);
  a.cut();
  await a.restart();
  expect(await listed(a)).toHaveLength(held);
  a.setClock(5 * DAY);
  await a.restart();
  expect(await listed(a)).toHaveLength(held);
});

test('a notification that is too old by the server’s clock is not listed, even if the device’s clock is days behind', async ({
  people: { ana, ben },
  device,
  circle,
  server,
}) => {
  await circle.comment(ben, await circle.post(ana));
  await server.sql`update notifications set created_at = now() - interval '49 hours' where user_id = ${ana.id}`;
  const a = await device(ana, { wrongBy: -3 * DAY });
  await a.live();
  expect(await a.rows('notifications')).not.toEqual([]);
  expect(await listed(a)).toEqual([]);
  a.cut();
  await a.restart();
  expect(await listed(a)).toEqual([]);
});

test.for([-40 * DAY, 40 * DAY])(
  'an accepted write is given back after a restore by a device whose clock changed by %i ms',
  async (ms, { people: { ana }, liveDevice, server }) => {
    const a = await liveDevice(ana);
    const post = newPost(ana, 'accepted');
    await insert(a.store, 'posts', post);
    await a.live();
    const kept = (await a.rows('posts')).find(({ id }) => id === post.id)?.write_id;
    a.cut();
    a.setClock(ms);
    await a.restart();
    await server.sql`update epoch set epoch = ${uuid()}`;
    a.requests.length = 0;
    a.reconnect();
    await a.live();
    const given = a.requests.filter(({ path }) => path.endsWith('/push')).flatMap(({ body }) => body.changes as readonly Sent[]);
    expect(given.map(({ document }) => document.write_id)).toContain(kept);
  },
);

test('after its first answer a device knows the server’s time, and stores when it was last synced', async ({ people: { ana }, device }) => {
  const a = await device(ana, { wrongBy: -2 * DAY });
  await a.live();
  expect(Math.abs(a.clock.now() - Date.now())).toBeLessThan(MINUTE);
  await a.until(async () => {
    const progress = await a.database.getLocal<{ lastSync: number | null }>('sync-progress');
    return Math.abs((progress?.get('lastSync') ?? 0) - Date.now()) < MINUTE;
  });
});
