import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { friendRowId } from '../../schemas/friends/friend.ts';
import { refuse } from '../../schemas/protocol/refusal.ts';
import { unfriend } from '../../src/features/friends/write-friendship.ts';
import { openTestStore, type TestStore } from '../support/local-store.ts';

const ana = randomUUID();
const ben = randomUUID();
let store: TestStore;

beforeEach(async () => {
  store = await openTestStore(ana, ['friends']);
  for (const [user_id, friend_id] of [
    [ana, ben],
    [ben, ana],
  ] as const)
    await store.hold('friends', { id: friendRowId(user_id, friend_id), user_id, friend_id, created_at: '2026-01-01T00:00:00.000Z' });
});
afterEach(() => store.close());

test('[FR1] [FR2] one ends one’s own friendships, and each once; the other’s row is the server’s to end', async () => {
  expect(await unfriend(store, { userId: ana }, ben)).toEqual({ allowed: true });
  const left = await store.collections.friends.find().exec();
  expect(left.map((row) => row.id)).toEqual([friendRowId(ben, ana)]);
  expect(await unfriend(store, { userId: ana }, ben)).toEqual(refuse('NOT_FOUND'));
});
