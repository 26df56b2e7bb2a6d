/** A write that is discarded before it was sent never reaches the server, and the device is as if it had not been made. */
import { expect } from 'vitest';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { change, insert, remove } from '../../src/data/store/local-write.ts';
import { pendingRows } from '../../workers/device/pending/pending-rows.ts';
import { rowBeforeId } from '../../workers/device/pending/row-before.ts';
import type { Device } from '../support/device.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import { newComment, newPost } from '../support/rows.ts';

const test = deviceTest
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana'))
  /** Ana's device */
  .extend('a', ({ ana, liveDevice }) => liveDevice(ana))
  /** the content of a post on the server */
  .extend(
    'onServer',
    ({ server }) =>
      async (id: string) =>
        (await server.sql`select content from posts where id = ${id}`)[0]?.content,
  );

async function takeBack(a: Device, collection: CollectionName, id: string): Promise<void> {
  const row = (await pendingRows(a.database.collections[collection] as never)).find((each) => each.id === id);
  await a.takeBack(collection, id, row?.write_id ?? 'none');
}
const held = async (a: Device, id: string) => (await a.rows('posts')).find((row) => row.id === id);

test('a new row is discarded at once, without a network, and other pending rows are sent', async ({ a, ana, onServer }) => {
  a.cut();
  const [kept, gone] = [newPost(ana, 'kept'), newPost(ana, 'discarded')];
  await insert(a.store, 'posts', gone);
  await insert(a.store, 'posts', kept);
  await insert(a.store, 'comments', newComment(ana, kept.id, 'and this'));
  // After the restart the worker finds both pending rows in the store.
  await a.restart();
  await takeBack(a, 'posts', gone.id);
  expect(await held(a, gone.id)).toBeUndefined();
  await a.until(() => a.status.pending === 2);
  a.reconnect();
  await a.live();
  expect([await onServer(kept.id), await onServer(gone.id)]).toEqual(['kept', undefined]);
  expect(await held(a, kept.id)).toMatchObject({ pending: 0, content: 'kept' });
  expect(await a.refused()).toEqual([]);
});

test('a change is reverted to the server’s version, without a network, and the next change is sent', async ({ a, ana, onServer }) => {
  const post = newPost(ana, 'as it was');
  await insert(a.store, 'posts', post);
  await a.live();
  a.cut();
  await change(a.store, 'posts', post.id, { content: 'changed once' });
  await change(a.store, 'posts', post.id, { content: 'changed twice' });
  await takeBack(a, 'posts', post.id);
  expect(await held(a, post.id)).toMatchObject({ content: 'as it was', pending: 0, assumed: [] });
  a.reconnect();
  await a.live();
  expect(await onServer(post.id)).toBe('as it was');
  await change(a.store, 'posts', post.id, { content: 'meant' });
  await a.live();
  expect(await onServer(post.id)).toBe('meant');
  await a.until(async () => (await a.database.getLocal(rowBeforeId('posts', post.id))) === null);
});

test('a row that was only ever pulled is reverted as well, and receives later changes by others', async ({ ana, device }) => {
  const post = newPost(ana, 'from another device');
  await ana.client.post('/api/posts', { id: post.id, content: post.content, visibility_type: 'friends' });
  const a = await device(ana);
  await a.live();
  await a.until(async () => (await held(a, post.id)) !== undefined);
  a.cut();
  await change(a.store, 'posts', post.id, { content: 'changed here' });
  await ana.client.put(`/api/posts/${post.id}`, { content: 'changed there', visibility_type: 'friends' });
  await takeBack(a, 'posts', post.id);
  expect(await held(a, post.id)).toMatchObject({ content: 'from another device' });
  a.reconnect();
  await a.live();
  await a.until(async () => (await held(a, post.id))?.content === 'changed there');
});

test('a discarded deletion restores the row', async ({ a, ana, onServer }) => {
  const post = newPost(ana, 'not to be deleted');
  await insert(a.store, 'posts', post);
  await a.live();
  a.cut();
  await remove(a.store, 'posts', post.id);
  expect(await held(a, post.id)).toBeUndefined();
  await takeBack(a, 'posts', post.id);
  expect(await held(a, post.id)).toMatchObject({ content: 'not to be deleted', pending: 0 });
  a.reconnect();
  await a.live();
  expect(await onServer(post.id)).toBe('not to be deleted');
});

test('a write that is being sent cannot be discarded, and a write that the server already has comes back', async ({ a, ana, onServer }) => {
  const post = newPost(ana, 'accepted, but nobody heard');
  let lose = true;
  a.network.after = (path) => {
    if (lose && path.endsWith('/push')) throw new TypeError('the answer was lost');
  };
  await insert(a.store, 'posts', post);
  await a.until(async () => (await onServer(post.id)) !== undefined);
  a.cut();
  await takeBack(a, 'posts', post.id);
  lose = false;
  a.reconnect();
  await a.until(async () => (await held(a, post.id))?.pending === 0);
  await a.live();
  expect(await held(a, post.id)).toMatchObject({ content: 'accepted, but nobody heard' });
});
