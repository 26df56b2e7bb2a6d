import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { refuse } from '../../../schemas/base/refusal.ts';
import { friendRowId } from '../../../schemas/friends/friend-row-id.ts';
import { blankPost } from '../../../schemas/posts/post.ts';
import type { VisibilityType } from '../../../schemas/posts/visibility.ts';
import { test as storeTest } from '../../../tests/support/fixtures/local-store.ts';
import type { TestStore } from '../../../tests/support/local-store.ts';
import { newPost } from '../../../tests/support/rows.ts';
import { createPost, deletePost, editPost } from './write-post.ts';

const ana = randomUUID();
const [ben, elif] = [randomUUID(), randomUUID()];
const test = storeTest.override('userId', () => ana).override('collections', () => ['posts', 'friends', 'settings']);

const text = (content: string, visibility_type: VisibilityType, ...specific_user_ids: string[]) => ({
  ...blankPost,
  content,
  visibility_type,
  specific_user_ids,
});
const held = async (store: TestStore, id: string) => (await store.collections.posts.findOne(id).exec())?.toJSON();
/** `friend_id` is a friend of `user_id`, according to Ana's device. */
const befriended = (store: TestStore, user_id: string, friend_id: string) =>
  store.storeRow('friends', { id: friendRowId(user_id, friend_id), user_id, friend_id, created_at: new Date().toISOString() });
async function postOf(store: TestStore, author_id: string): Promise<string> {
  const id = randomUUID();
  await store.storeRow('posts', newPost({ id: author_id }, 'Soup is on', { id, visibility_type: 'private' }));
  return id;
}

test('a new post is trimmed, is pending, and sorts before all accepted posts', async ({ store }) => {
  await postOf(store, ana);
  const id = randomUUID();
  expect(await createPost(store, id, text(' First frost \n', 'friends'))).toEqual({ allowed: true });
  const [newest] = await store.collections.posts.find({ sort: [{ newest: 'asc' }] }).exec();
  expect(newest?.toJSON()).toMatchObject({ id, content: 'First frost', visibility_type: 'friends', pending: 1, scope: 0 });
});

test('sending twice from one form makes one post', async ({ store }) => {
  const id = randomUUID();
  await createPost(store, id, text('Once', 'friends'));
  await createPost(store, id, text('Once', 'friends'));
  expect(await store.collections.posts.find().exec()).toHaveLength(1);
});

test('a blank post is refused', async ({ store }) => {
  expect(await createPost(store, randomUUID(), text(' ', 'friends'))).toEqual(refuse('INVALID'));
});

test('an edit keeps unchanged fields, and an unchanged post is not written', async ({ store }) => {
  const id = await postOf(store, ana);
  const before = await held(store, id);
  await editPost(store, id, text('Soup is on ', 'private'));
  expect((await held(store, id))?.write_id).toBe(before?.write_id);
  await editPost(store, id, text('Soup is cold', 'private'));
  expect(await held(store, id)).toMatchObject({
    content: 'Soup is cold',
    visibility_type: 'private',
    pending: 1,
    assumed: [before?.write_id],
  });
});

test('[PO4] only the author edits or deletes a post', async ({ store }) => {
  const bens = await postOf(store, randomUUID());
  expect(await editPost(store, bens, text('Mine', 'friends'))).toEqual(refuse('NOT_ALLOWED'));
  expect(await deletePost(store, bens)).toEqual(refuse('NOT_ALLOWED'));
  expect(await held(store, bens)).toMatchObject({ content: 'Soup is on', pending: 0 });
  const own = await postOf(store, ana);
  expect(await deletePost(store, own)).toEqual({ allowed: true });
  expect(await held(store, own)).toBeUndefined();
});

test('another text with the id of an existing post becomes a separate post', async ({ store }) => {
  const id = randomUUID();
  await createPost(store, id, text('Once', 'friends'));
  await createPost(store, id, text('And again, differently', 'friends'));
  const contents = (await store.collections.posts.find().exec()).map((post) => post.content);
  expect(contents.sort()).toEqual(['And again, differently', 'Once']);
});

test('[PO2][PO5] chosen people are friends or friends of friends, and at least one', async ({ store }) => {
  await befriended(store, ana, ben);
  await befriended(store, ben, elif);
  const id = randomUUID();
  expect(await createPost(store, id, text('For some', 'specific'))).toEqual(refuse('AUDIENCE_EMPTY'));
  expect(await createPost(store, id, text('For some', 'specific', randomUUID()))).toEqual(refuse('AUDIENCE_NOT_REACHABLE'));
  expect(await createPost(store, id, text('For some', 'specific', ben, elif))).toEqual({ allowed: true });
  expect(await held(store, id)).toMatchObject({ visibility_type: 'specific', specific_user_ids: [ben, elif].sort() });
});

test('[PO3] an audience without chosen people must not contain any', async ({ store }) => {
  expect(await createPost(store, randomUUID(), text('For all', 'friends', ben))).toEqual(refuse('INVALID'));
});

test('a person chosen before may stay after leaving the network; nobody else out of reach is added', async ({ store }) => {
  await befriended(store, ana, ben);
  const id = randomUUID();
  await createPost(store, id, text('For Ben', 'specific', ben));
  await store.collections.friends.find().remove();
  expect(await editPost(store, id, text('For Ben, still', 'specific', ben))).toEqual({ allowed: true });
  expect(await editPost(store, id, text('For Ben', 'specific', ben, elif))).toEqual(refuse('AUDIENCE_NOT_REACHABLE'));
  expect(await editPost(store, id, text('For nobody', 'specific'))).toEqual(refuse('AUDIENCE_EMPTY'));
  expect(await held(store, id)).toMatchObject({ content: 'For Ben, still', specific_user_ids: [ben] });
});
