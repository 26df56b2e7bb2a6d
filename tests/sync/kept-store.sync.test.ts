/** A device that stores something of every kind has all of it again when it opens without a network. */
import { expect } from 'vitest';
import { collectionNames } from '../../schemas/protocol/collections.ts';
import { change, insert, remove } from '../../src/data/store/local-write.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import { newComment, newPost } from '../support/rows.ts';

const test = deviceTest
  .extend('collections', { scope: 'file' }, () => collectionNames)
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    await circle.befriend(ana, ben);
    return { ana, ben, group: await circle.group(ana, ben) };
  });

test('rows, deletions, pending writes and refusals are there again', async ({ people: { ana, ben, group }, circle, device }) => {
  const bens = await circle.post(ben, { content: 'Soup at seven' });
  const doomed = await circle.post(ben, { content: 'Not for long' });
  await circle.message(ben, group, 'Who brings bread?');
  const a = await device(ana);
  await a.live();
  await a.until(async () => (await a.rows('posts')).length === 2 && (await a.rows('group_messages')).length === 1);
  const sent = newPost(ana, 'Sent');
  const gone = newPost(ana, 'To be deleted');
  for (const post of [sent, gone]) await insert(a.store, 'posts', post);
  await a.live();

  a.cut();
  const late = newComment(ana, doomed, 'Too late');
  await insert(a.store, 'comments', late);
  expect((await ben.client.delete(`/api/posts/${doomed}`)).status).toBeLessThan(300);
  a.reconnect();
  await a.until(async () => (await a.refused()).length === 1);
  await a.live();

  a.cut();
  await insert(a.store, 'posts', newPost(ana, 'Waits'));
  await insert(a.store, 'comments', newComment(ana, bens, 'Waits too'));
  await change(a.store, 'posts', sent.id, { content: 'Sent, and changed' });
  await remove(a.store, 'posts', gone.id);
  await a.until(() => a.status.pending === 4);
  const rows = async () => Promise.all(collectionNames.map((name) => a.rows(name)));
  const before = await rows();
  await a.restart();
  expect(await rows()).toEqual(before);
  expect((await a.refused()).map(({ document }) => document.content)).toEqual(['Too late']);
  await a.until(() => a.status.pending === 4);
});
