import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { refuse } from '../../../schemas/base/refusal.ts';
import { test as storeTest } from '../../../tests/support/fixtures/local-store.ts';
import type { TestStore } from '../../../tests/support/local-store.ts';
import { newPost } from '../../../tests/support/rows.ts';
import { addComment, deleteComment, editComment } from './write-comment.ts';

const ana = randomUUID();
const ben = randomUUID();
const anasPost = randomUUID();
const bensPost = randomUUID();
const test = storeTest
  .override('userId', () => ana)
  .override('collections', () => ['posts', 'comments', 'profiles'])
  /** One post by Ana and one by Ben. */
  .extend('posts', { auto: true }, async ({ store }) => {
    for (const [id, author_id] of [
      [anasPost, ana],
      [bensPost, ben],
    ] as const) {
      await store.storeRow('posts', newPost({ id: author_id }, 'Soup is on', { id, created_at: '2026-01-01T00:00:00.000Z' }));
    }
  });

async function commentOf(store: TestStore, author_id: string, post_id: string, is_deleted = false): Promise<string> {
  const id = randomUUID();
  await store.storeRow('comments', {
    id,
    post_id,
    author_id,
    author_name: 'Somebody',
    author_profile_image_url: null,
    content: is_deleted ? '' : 'Coming',
    created_at: '2026-01-01T00:00:00.000Z',
    edited_at: null,
    is_deleted,
  });
  return id;
}
const held = async (store: TestStore, id: string) => (await store.collections.comments.findOne(id).exec())?.toJSON();

test('a comment is trimmed, is pending, and sorts after accepted comments', async ({ store }) => {
  const before = await commentOf(store, ben, bensPost);
  expect(await addComment(store, bensPost, { content: '  On my way \n' }, randomUUID())).toMatchObject({ allowed: true });
  const rows = await store.collections.comments.find({ selector: { post_id: bensPost }, sort: [{ oldest: 'asc' }] }).exec();
  expect(rows.map((row) => row.id)[0]).toBe(before);
  expect(rows[1]).toMatchObject({ content: 'On my way', author_id: ana, pending: 1 });
});

test('sending one draft twice makes one comment, and what was typed since then gets its own', async ({ store }) => {
  const id = randomUUID();
  for (const text of ['Once', 'Once']) expect(await addComment(store, bensPost, { content: text }, id)).toEqual({ allowed: true, id });
  const later = await addComment(store, bensPost, { content: 'Once more' }, id);
  const rows = await store.collections.comments.find().exec();
  expect(later).toEqual({ allowed: true, id: rows.find(({ content }) => content === 'Once more')?.id });
  expect(rows.map(({ content }) => content).toSorted()).toEqual(['Once', 'Once more']);
});

test('[CO2] no comment on a post that is not stored, and no blank comment', async ({ store }) => {
  expect(await addComment(store, randomUUID(), { content: 'Hello' }, randomUUID())).toEqual(refuse('POST_NOT_FOUND'));
  expect(await addComment(store, bensPost, { content: '  ' }, randomUUID())).toEqual(refuse('INVALID'));
  expect(await store.collections.comments.find().exec()).toEqual([]);
});

test('[CO3] [CO4] only its author edits a comment, and never a deleted one', async ({ store }) => {
  const own = await commentOf(store, ana, bensPost);
  expect(await editComment(store, own, { content: 'Not coming' })).toEqual({ allowed: true });
  expect(await held(store, own)).toMatchObject({ content: 'Not coming', pending: 1 });
  expect(await editComment(store, await commentOf(store, ben, anasPost), { content: 'Mine now' })).toEqual(refuse('NOT_ALLOWED'));
  expect(await editComment(store, await commentOf(store, ana, bensPost, true), { content: 'Back' })).toEqual(refuse('TARGET_DELETED'));
});

test("[CO5] the author of the post deletes anybody's comment; the text is deleted, the row stays", async ({ store }) => {
  const bens = await commentOf(store, ben, anasPost);
  expect(await deleteComment(store, bens)).toEqual({ allowed: true });
  expect(await held(store, bens)).toMatchObject({ is_deleted: true, content: '', pending: 1 });
  expect(await deleteComment(store, await commentOf(store, ben, bensPost))).toEqual(refuse('NOT_ALLOWED'));
});
