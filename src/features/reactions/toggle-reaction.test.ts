import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { refuse } from '../../../schemas/base/refusal.ts';
import type { Comment } from '../../../schemas/comments/comment.ts';
import type { GroupMessage } from '../../../schemas/messages/group-message.ts';
import { reactionId } from '../../../schemas/reactions/reaction-id.ts';
import { test as storeTest } from '../../../tests/support/fixtures/local-store.ts';
import type { TestStore } from '../../../tests/support/local-store.ts';
import { newPost } from '../../../tests/support/rows.ts';
import { toggleReaction } from './toggle-reaction.ts';

const ana = randomUUID();
const postId = randomUUID();
const target = { type: 'post', id: postId } as const;
const heart = reactionId({ target_id: postId, user_id: ana, emoji_code: '❤️' });
const test = storeTest
  .override('userId', () => ana)
  .override('collections', () => ['posts', 'comments', 'group_messages', 'reactions', 'profiles'])
  .extend('post', { auto: true }, ({ store }) => store.storeRow('posts', newPost({ id: randomUUID() }, 'Soup is on', { id: postId })));

const held = (store: TestStore) => store.collections.reactions.findOne(heart).exec();

test('a reaction is added, taken back, and given again under the same id', async ({ store }) => {
  expect(await toggleReaction(store, target, '❤️')).toEqual({ allowed: true });
  const first = (await held(store))?.toJSON();
  expect(first).toMatchObject({ pending: 1, target_type: 'post', user_id: ana });
  await toggleReaction(store, target, '❤️');
  expect(await held(store)).toBeNull();
  await toggleReaction(store, target, '❤️');
  const again = (await held(store))?.toJSON();
  expect(again).toMatchObject({ pending: 1, emoji_code: '❤️' });
  expect(again?.write_id).not.toBe(first?.write_id);
  // It continues from the removal, which may already have been sent to the server.
  expect(again?.assumed).toContain(first?.write_id);
});

test('two toggles at once are two toggles, not two inserts', async ({ store }) => {
  const verdicts = await Promise.all([toggleReaction(store, target, '❤️'), toggleReaction(store, target, '❤️')]);
  expect(verdicts).toEqual([{ allowed: true }, { allowed: true }]);
  expect(await held(store)).toBeNull();
});

test('[RX2] nothing is written for a target that is not stored', async ({ store }) => {
  const verdict = await toggleReaction(store, { type: 'post', id: randomUUID() }, '❤️');
  expect(verdict).toEqual(refuse('TARGET_NOT_FOUND'));
  expect(await store.collections.reactions.find().exec()).toEqual([]);
});

test('[RX3] a deleted comment takes no reaction', async ({ store }) => {
  const comment: Comment = {
    id: randomUUID(),
    post_id: postId,
    author_id: ana,
    author_name: 'Ana',
    author_profile_image_url: null,
    content: '',
    created_at: '2026-01-01T00:00:00.000Z',
    edited_at: null,
    is_deleted: true,
  };
  await store.storeRow('comments', comment);
  expect(await toggleReaction(store, { type: 'comment', id: comment.id }, '👍')).toEqual(refuse('TARGET_DELETED'));
});

test('[RX3] a message takes reactions until it is deleted', async ({ store }) => {
  const message = (is_deleted: boolean): GroupMessage => ({
    id: randomUUID(),
    group_id: randomUUID(),
    sender_id: ana,
    sender_name: 'Ana',
    sender_profile_image_url: null,
    content: is_deleted ? '' : 'Who brings bread?',
    photos: [],
    reply_to_id: null,
    created_at: '2026-01-01T00:00:00.000Z',
    edited_at: null,
    is_deleted,
  });
  const [standing, deleted] = [message(false), message(true)];
  await store.storeRow('group_messages', standing);
  await store.storeRow('group_messages', deleted);
  expect(await toggleReaction(store, { type: 'message', id: standing.id }, '👍')).toEqual({ allowed: true });
  expect((await store.collections.reactions.find().exec()).map((row) => [row.target_type, row.target_id])).toEqual([
    ['message', standing.id],
  ]);
  expect(await toggleReaction(store, { type: 'message', id: deleted.id }, '👍')).toEqual(refuse('MESSAGE_DELETED'));
});
