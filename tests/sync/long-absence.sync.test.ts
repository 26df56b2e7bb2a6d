/** Devices that were away for so long that the server no longer knows what was removed since. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { insert } from '../../src/data/store/local-write.ts';
import { dropOldRemovals } from '../../sync-server/sync/pull/old-removals.ts';
import { scope } from '../../sync-server/sync/scope-name.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import { newPost } from '../support/rows.ts';

const newAddress = () => `${uuid()}@kith.test`;

/** Ana and Ben, who are friends and have written nothing yet. */
const test = deviceTest.extend('people', async ({ circle }) => {
  const [ana, ben] = [await circle.signUp('Ana', { email: newAddress() }), await circle.signUp('Ben', { email: newAddress() })];
  await circle.befriend(ana, ben);
  return { ana, ben };
});

test('a device that returns after 91 days stores the same rows as a new one, and loses nothing that was written on it', async ({
  server,
  circle,
  people: { ana, ben },
  device: open,
}) => {
  const kept: string[] = [];
  const gone: string[] = [];
  for (let i = 0; i < 12; i += 1) (i % 3 === 0 ? gone : kept).push(await circle.post(ana, { content: `post ${i}` }));
  const device = await open(ben);
  await device.live();
  await device.until(async () => (await device.rows('posts')).length === 12);

  device.cut();
  const row = { created_at: new Date().toISOString(), edited_at: null };
  const own = newPost(ben, 'from far away');
  await insert(device.store, 'posts', own);
  const about = { ...row, author_id: ben.id, author_name: 'Ben', author_profile_image_url: null, is_deleted: false };
  await insert(device.store, 'comments', { ...about, id: uuid(), post_id: gone[0] ?? '', content: 'too late' });
  await insert(device.store, 'comments', { ...about, id: uuid(), post_id: kept[0] ?? '', content: 'in time' });
  for (const id of gone) await circle.done(ana, 'posts', { id, _deleted: true });
  const fresh = await circle.post(ana, { content: 'meanwhile' });
  await server.sql`update changes set at = at - interval '91 days'`;
  await dropOldRemovals(server.database);
  expect(await server.sql`select 1 from changes where removed`).toHaveLength(0);

  device.reconnect();
  await device.live();
  const expected = [...kept, fresh, own.id].sort();
  const ids = async () => (await device.rows('posts')).map(({ id }) => id).sort();
  await device.until(async () => JSON.stringify(await ids()) === JSON.stringify(expected));
  expect((await device.rows('comments')).map(({ content }) => content)).toEqual(['in time']);
  expect((await device.refused()).map(({ code }) => code)).toHaveLength(1);

  // From then on it receives removals like any other device, and nothing starts over.
  const nulls = () =>
    device.requests.filter(({ body }) => JSON.stringify(body).includes(':null,') || JSON.stringify(body).includes(':null}'));
  const before = nulls().length;
  await circle.done(ana, 'posts', { id: kept[0] ?? '', _deleted: true });
  await device.until(async () => !(await ids()).includes(kept[0] ?? ''));
  device.cut();
  await circle.done(ana, 'posts', { id: kept[1] ?? '', _deleted: true });
  device.reconnect();
  await device.until(async () => !(await ids()).includes(kept[1] ?? ''));
  expect(nulls().length).toBe(before);
});

test('it drops all removed rows, even if it has more rows than one request can check', async ({
  server,
  circle,
  people: { ana, ben },
  device: open,
}) => {
  const oldPosts = Array.from({ length: 700 }, (_, nth) => ({ id: uuid(), content: `old post ${nth}` }));
  await server.engine.system(async ({ tx, writeId, record }) => {
    await tx`
      insert into posts (id, author_id, content, visibility_type, write_id)
      select id, ${ana.id}, content, 'friends', ${writeId} from jsonb_to_recordset(${tx.json(oldPosts)}) as p (id uuid, content text)`;
    for (const { id } of oldPosts) record({ scopes: [scope.friends(ana.id)], collection: 'posts', id });
  });
  const device = await open(ben, { collections: ['posts'] });
  await device.live();
  const ids = async () => new Set((await device.rows('posts')).map(({ id }) => id));
  await device.until(async () => (await ids()).size >= oldPosts.length);
  device.cut();
  // The highest ids, because they are checked last.
  const gone = oldPosts.slice(-3).map(({ id }) => id);
  for (const id of gone) await circle.done(ana, 'posts', { id, _deleted: true });
  await server.sql`update changes set at = at - interval '91 days'`;
  await dropOldRemovals(server.database);
  await circle.post(ana, { content: 'and one more' });
  device.reconnect();
  await device.live();
  await device.until(async () => (await device.rows('posts')).some(({ content }) => content === 'and one more'));
  await device.until(async () => (await ids()).size >= oldPosts.length - gone.length);
  await device.live();
  const held = await ids();
  expect(gone.filter((id) => held.has(id))).toEqual([]);
});
