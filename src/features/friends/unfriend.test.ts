import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { refuse } from '../../../schemas/base/refusal.ts';
import { friendRowId } from '../../../schemas/friends/friend-row-id.ts';
import { test as storeTest } from '../../../tests/support/fixtures/local-store.ts';
import { unfriend } from './unfriend.ts';

const ana = randomUUID();
const ben = randomUUID();
const test = storeTest
  .override('userId', () => ana)
  .override('collections', () => ['friends'])
  .extend('friendship', { auto: true }, async ({ store }) => {
    for (const [user_id, friend_id] of [
      [ana, ben],
      [ben, ana],
    ] as const)
      await store.storeRow('friends', { id: friendRowId(user_id, friend_id), user_id, friend_id, created_at: '2026-01-01T00:00:00.000Z' });
  });

test('[FR1] [FR2] a member ends their own friendships, each once; the server deletes the other member’s row', async ({ store }) => {
  expect(await unfriend(store, ben)).toEqual({ allowed: true });
  const remaining = await store.collections.friends.find().exec();
  expect(remaining.map((row) => row.id)).toEqual([friendRowId(ben, ana)]);
  expect(await unfriend(store, ben)).toEqual(refuse('NOT_FOUND'));
});
