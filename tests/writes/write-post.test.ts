import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { friendRowId } from '../../schemas/friends/friend.ts';
import type { VisibilityType } from '../../schemas/posts/post.ts';
import { refuse } from '../../schemas/protocol/refusal.ts';
import { createPost, deletePost, editPost } from '../../src/features/posts/write-post.ts';
import { openTestStore, type TestStore } from '../support/local-store.ts';

const ana = randomUUID();
const [ben, elif] = [randomUUID(), randomUUID()];
const actor = { userId: ana };
let store: TestStore;

beforeEach(async () => {
  store = await openTestStore(ana, ['posts', 'friends', 'settings']);
});
afterEach(() => store.close());

const text = (content: string, visibility_type: VisibilityType, ...specific_user_ids: string[]) => ({
  content,
  visibility_type,
  specific_user_ids,
});
const held = async (id: string) => (await store.collections.posts.findOne(id).exec())?.toJSON();
/** `user` has `friend` at their table, as Ana's device knows. */
const befriended = (user_id: string, friend_id: string) =>
  store.hold('friends', { id: friendRowId(user_id, friend_id), user_id, friend_id, created_at: new Date().toISOString() });
async function postOf(author_id: string): Promise<string> {
  const id = randomUUID();
  await store.hold('posts', {
    id,
    author_id,
    content: 'Soup is on',
    visibility_type: 'private',
    specific_user_ids: [],
    created_at: new Date().toISOString(),
    edited_at: null,
  });
  return id;
}

test('a new post is trimmed, waits to be sent, and stands before all accepted ones', async () => {
  await postOf(ana);
  const id = randomUUID();
  expect(await createPost(store, actor, id, text(' First frost \n', 'friends'))).toEqual({ allowed: true });
  const [newest] = await store.collections.posts.find({ sort: [{ newest: 'asc' }] }).exec();
  expect(newest?.toJSON()).toMatchObject({ id, content: 'First frost', visibility_type: 'friends', unsent: 1, scope: 0 });
});

test('sent twice from one form, it is one post', async () => {
  const id = randomUUID();
  await createPost(store, actor, id, text('Once', 'friends'));
  await createPost(store, actor, id, text('Once', 'friends'));
  expect(await store.collections.posts.find().exec()).toHaveLength(1);
});

test('blank is no post', async () => {
  expect(await createPost(store, actor, randomUUID(), text(' ', 'friends'))).toEqual(refuse('INVALID'));
});

test('an edit keeps what was not changed, and no change is no write', async () => {
  const id = await postOf(ana);
  const before = await held(id);
  await editPost(store, actor, id, text('Soup is on ', 'private'));
  expect((await held(id))?.write_id).toBe(before?.write_id);
  await editPost(store, actor, id, text('Soup is cold', 'private'));
  expect(await held(id)).toMatchObject({ content: 'Soup is cold', visibility_type: 'private', unsent: 1, assumed: [before?.write_id] });
});

test('[PO4] only the author edits or deletes a post', async () => {
  const bens = await postOf(randomUUID());
  expect(await editPost(store, actor, bens, text('Mine', 'friends'))).toEqual(refuse('NOT_ALLOWED'));
  expect(await deletePost(store, actor, bens)).toEqual(refuse('NOT_ALLOWED'));
  expect(await held(bens)).toMatchObject({ content: 'Soup is on', unsent: 0 });
  const own = await postOf(ana);
  expect(await deletePost(store, actor, own)).toEqual({ allowed: true });
  expect(await held(own)).toBeUndefined();
});

test('another text that comes with the id of a post that stands is a post of its own', async () => {
  const id = randomUUID();
  await createPost(store, actor, id, text('Once', 'friends'));
  await createPost(store, actor, id, text('And again, differently', 'friends'));
  const contents = (await store.collections.posts.find().exec()).map((post) => post.content);
  expect(contents.sort()).toEqual(['And again, differently', 'Once']);
});

test('[PO2][PO5] chosen people are friends or friends of theirs, and at least one', async () => {
  await befriended(ana, ben);
  await befriended(ben, elif);
  const id = randomUUID();
  expect(await createPost(store, actor, id, text('For some', 'specific'))).toEqual(refuse('AUDIENCE_EMPTY'));
  expect(await createPost(store, actor, id, text('For some', 'specific', randomUUID()))).toEqual(refuse('AUDIENCE_NOT_REACHABLE'));
  expect(await createPost(store, actor, id, text('For some', 'specific', ben, elif))).toEqual({ allowed: true });
  expect(await held(id)).toMatchObject({ visibility_type: 'specific', specific_user_ids: [ben, elif] });
});

test('[PO3] an audience that names nobody carries nobody', async () => {
  expect(await createPost(store, actor, randomUUID(), text('For all', 'friends', ben))).toEqual(refuse('INVALID'));
});

test('who was chosen before may stay after leaving the network, nobody else out of reach comes in', async () => {
  await befriended(ana, ben);
  const id = randomUUID();
  await createPost(store, actor, id, text('For Ben', 'specific', ben));
  await store.collections.friends.find().remove();
  expect(await editPost(store, actor, id, text('For Ben, still', 'specific', ben))).toEqual({ allowed: true });
  expect(await editPost(store, actor, id, text('For Ben', 'specific', ben, elif))).toEqual(refuse('AUDIENCE_NOT_REACHABLE'));
  expect(await editPost(store, actor, id, text('For nobody', 'specific'))).toEqual(refuse('AUDIENCE_EMPTY'));
  expect(await held(id)).toMatchObject({ content: 'For Ben, still', specific_user_ids: [ben] });
});
