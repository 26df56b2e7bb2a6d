import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notificationSchema } from '../../../schemas/notifications/notification.ts';
import { createFeatureWorld, type FeatureWorld, type Member } from '../../../tests/support/feature-world.ts';
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts';

let db: TestDatabase;
let world: FeatureWorld;
let ana: Member;
let ben: Member;

beforeAll(async () => {
  db = await testDatabase();
  world = createFeatureWorld(db.database);
  ana = await world.signUp('Ana');
  ben = await world.signUp('Ben');
  await world.befriend(ana, ben);
});
afterAll(async () => {
  expect(world.logged).toEqual([]);
  await world.close();
  await db.close();
});

async function toldOfAPost(): Promise<{ id: string; post: string }> {
  const post = await world.post(ana);
  const [row] = await db.sql<{ id: string }[]>`select id from notifications where user_id = ${ben.id} and related_post_id = ${post}`;
  return { id: row?.id ?? '', post };
}

test('a notification has exactly the fields of the protocol, and only its recipient holds it', async () => {
  const { id, post } = await toldOfAPost();
  const held = await world.held(ben, 'notifications', id);
  expect(Object.keys(held ?? {}).sort()).toEqual([...Object.keys(notificationSchema.shape), 'scope', 'write_id'].sort());
  expect(held).toMatchObject({ related_post_id: post, related_user_id: ana.id, related_user_name: 'Ana', is_read: false });
  expect(await world.held(ana, 'notifications', id)).toBeUndefined();
});

test('its recipient marks it as read and deletes it, whatever its last write was; nobody else does', async () => {
  const { id } = await toldOfAPost();
  await world.done(ana, 'notifications', { id, is_read: true });
  await world.done(ana, 'notifications', { id, _deleted: true });
  expect(await world.held(ben, 'notifications', id)).toMatchObject({ is_read: false });
  await world.done(ben, 'notifications', { id, is_read: true });
  expect(await world.held(ben, 'notifications', id)).toMatchObject({ is_read: true });
  expect((await world.push(ben, 'notifications', { id, is_read: false })).code).toBe('UNKNOWN_WRITE');
  await world.done(ben, 'notifications', { id, _deleted: true });
  expect(await world.held(ben, 'notifications', id)).toBeUndefined();
});

test('a mark on one that was withdrawn, or never was, is done', async () => {
  const { id, post } = await toldOfAPost();
  await world.done(ana, 'posts', { id: post, _deleted: true });
  for (const gone of [id, uuid()]) {
    expect(await world.push(ben, 'notifications', { id: gone, is_read: true })).toEqual({ id: gone, code: null, document: null });
  }
});

test('REST: the list shows what may be read now, read-all reads all, a foreign one is not found', async () => {
  const { id } = await toldOfAPost();
  const list = await world.rest(ben, 'GET', '/notifications');
  expect(list.body.data.items[0]).toMatchObject({ id, related_post: { content: 'hello' }, related_user: { id: ana.id, name: 'Ana' } });
  expect(list.body.data.unread_count).toBeGreaterThan(0);
  const foreign = await world.rest(ana, 'PUT', `/notifications/${id}/read`);
  const missing = await world.rest(ana, 'PUT', `/notifications/${uuid()}/read`);
  expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
  expect((await world.rest(ben, 'PUT', '/notifications/read-all')).status).toBe(200);
  expect((await world.rest(ben, 'GET', '/notifications')).body.data.unread_count).toBe(0);
  expect((await world.rest(ben, 'DELETE', `/notifications/${id}`)).status).toBe(200);
  expect((await world.rest(ben, 'DELETE', `/notifications/${id}`)).status).toBe(404);
});

test('REST: only the last two days and at most fifty', async () => {
  const eva = await world.signUp('Eva');
  await world.befriend(ana, eva);
  for (let nth = 0; nth < 52; nth += 1) await world.post(ana, { content: `nr ${nth}` });
  const list = await world.rest(eva, 'GET', '/notifications');
  expect(list.body.data.items).toHaveLength(50);
  expect(list.body.data.items[0].related_post.content).toBe('nr 51');
  await db.sql`update notifications set created_at = created_at - interval '49 hours' where user_id = ${eva.id}`;
  expect((await world.rest(eva, 'GET', '/notifications')).body.data.items).toHaveLength(0);
});
