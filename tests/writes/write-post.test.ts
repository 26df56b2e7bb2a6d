import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refuse } from '../../schemas/protocol/refusal.ts';
import { createPost, deletePost, editPost } from '../../src/features/posts/write-post.ts';
import { openTestStore, type TestStore } from '../support/local-store.ts';

const ana = randomUUID();
const actor = { userId: ana };
let store: TestStore;

beforeEach(async () => {
  store = await openTestStore(ana, ['posts']);
});
afterEach(() => store.close());

const held = async (id: string) => (await store.collections.posts.findOne(id).exec())?.toJSON();
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
  expect(await createPost(store, actor, id, { content: ' First frost \n', visibility_type: 'friends' })).toEqual({ allowed: true });
  const [newest] = await store.collections.posts.find({ sort: [{ newest: 'asc' }] }).exec();
  expect(newest?.toJSON()).toMatchObject({ id, content: 'First frost', visibility_type: 'friends', unsent: 1, scope: 0 });
});

test('sent twice from one form, it is one post', async () => {
  const id = randomUUID();
  await createPost(store, actor, id, { content: 'Once', visibility_type: 'friends' });
  await createPost(store, actor, id, { content: 'Once', visibility_type: 'friends' });
  expect(await store.collections.posts.find().exec()).toHaveLength(1);
});

test('blank is no post', async () => {
  expect(await createPost(store, actor, randomUUID(), { content: ' ', visibility_type: 'friends' })).toEqual(refuse('INVALID'));
});

test('an edit keeps what was not changed, and no change is no write', async () => {
  const id = await postOf(ana);
  const before = await held(id);
  await editPost(store, actor, id, { content: 'Soup is on ', visibility_type: 'private' });
  expect((await held(id))?.write_id).toBe(before?.write_id);
  await editPost(store, actor, id, { content: 'Soup is cold', visibility_type: 'private' });
  expect(await held(id)).toMatchObject({ content: 'Soup is cold', visibility_type: 'private', unsent: 1, assumed: [before?.write_id] });
});

test('[PO4] only the author edits or deletes a post', async () => {
  const bens = await postOf(randomUUID());
  expect(await editPost(store, actor, bens, { content: 'Mine', visibility_type: 'friends' })).toEqual(refuse('NOT_ALLOWED'));
  expect(await deletePost(store, actor, bens)).toEqual(refuse('NOT_ALLOWED'));
  expect(await held(bens)).toMatchObject({ content: 'Soup is on', unsent: 0 });
  const own = await postOf(ana);
  expect(await deletePost(store, actor, own)).toEqual({ allowed: true });
  expect(await held(own)).toBeUndefined();
});
