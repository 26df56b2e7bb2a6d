import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { notification } from '../../../schemas/notifications/notification.ts';
import { test as circleTest } from '../../../tests/support/fixtures/circle.ts';

const test = circleTest
  /** Ana and Ben are friends. */
  .extend('people', async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    await circle.befriend(ana, ben);
    return { ana, ben };
  })
  /** Ana writes a post, and Ben is notified. */
  .extend('toldOfAPost', ({ circle, db, people: { ana, ben } }) => async (): Promise<{ id: string; post: string }> => {
    const post = await circle.post(ana);
    const [row] = await db.sql<{ id: string }[]>`select id from notifications where user_id = ${ben.id} and related_post_id = ${post}`;
    return { id: row?.id ?? '', post };
  });

test('a notification has exactly the fields of the protocol, and only its recipient receives it', async ({
  circle,
  toldOfAPost: notifyOfAPost,
  people: { ana, ben },
}) => {
  const { id, post } = await notifyOfAPost();
  const held = await circle.visibleRow(ben, 'notifications', id);
  expect(Object.keys(held ?? {}).sort()).toEqual([...Object.keys(notification.row.shape), 'scope', 'write_id'].sort());
  expect(held).toMatchObject({ related_post_id: post, related_user_id: ana.id, related_user_name: 'Ana', is_read: false });
  expect(await circle.visibleRow(ana, 'notifications', id)).toBeUndefined();
});

test('its recipient marks it as read and deletes it, whatever its last write was; nobody else does', async ({
  circle,
  toldOfAPost: notifyOfAPost,
  people: { ana, ben },
}) => {
  const { id } = await notifyOfAPost();
  await circle.done(ana, 'notifications', { id, is_read: true });
  await circle.done(ana, 'notifications', { id, _deleted: true });
  expect(await circle.visibleRow(ben, 'notifications', id)).toMatchObject({ is_read: false });
  await circle.done(ben, 'notifications', { id, is_read: true });
  expect(await circle.visibleRow(ben, 'notifications', id)).toMatchObject({ is_read: true });
  expect((await circle.push(ben, 'notifications', { id, is_read: false })).code).toBe('UNKNOWN_WRITE');
  await circle.done(ben, 'notifications', { id, _deleted: true });
  expect(await circle.visibleRow(ben, 'notifications', id)).toBeUndefined();
});

test('a mark on a notification that was withdrawn, or never was, is done', async ({
  circle,
  toldOfAPost: notifyOfAPost,
  people: { ana, ben },
}) => {
  const { id, post } = await notifyOfAPost();
  await circle.done(ana, 'posts', { id: post, _deleted: true });
  for (const gone of [id, uuid()]) {
    expect(await circle.push(ben, 'notifications', { id: gone, is_read: true })).toEqual({ id: gone, code: null, document: null });
  }
});

test('REST: the list shows what may be read now, read-all reads all, that of another member is not found', async ({
  circle,
  toldOfAPost: notifyOfAPost,
  people: { ana, ben },
}) => {
  const { id } = await notifyOfAPost();
  const list = await circle.rest(ben, 'GET', '/notifications');
  expect(list.body.data.items[0]).toMatchObject({ id, related_post: { content: 'hello' }, related_user: { id: ana.id, name: 'Ana' } });
  expect(list.body.data.unread_count).toBeGreaterThan(0);
  const foreign = await circle.rest(ana, 'PUT', `/notifications/${id}/read`);
  const missing = await circle.rest(ana, 'PUT', `/notifications/${uuid()}/read`);
  expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
  expect((await circle.rest(ben, 'PUT', '/notifications/read-all')).status).toBe(200);
  expect((await circle.rest(ben, 'GET', '/notifications')).body.data.unread_count).toBe(0);
  expect((await circle.rest(ben, 'DELETE', `/notifications/${id}`)).status).toBe(200);
  expect((await circle.rest(ben, 'DELETE', `/notifications/${id}`)).status).toBe(404);
});

test('REST: only the last two days and at most fifty', async ({ circle, db, people: { ana } }) => {
  const eva = await circle.signUp('Eva');
  await circle.befriend(ana, eva);
  for (let nth = 0; nth < 52; nth += 1) await circle.post(ana, { content: `nr ${nth}` });
  const list = await circle.rest(eva, 'GET', '/notifications');
  expect(list.body.data.items).toHaveLength(50);
  expect(list.body.data.items[0].related_post.content).toBe('nr 51');
  await db.sql`update notifications set created_at = created_at - interval '49 hours' where user_id = ${eva.id}`;
  expect((await circle.rest(eva, 'GET', '/notifications')).body.data.items).toHaveLength(0);
});
