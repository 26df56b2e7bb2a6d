import type { Verdict } from '../../../schemas/base/refusal.ts';
import { friendRowId } from '../../../schemas/friends/friend-row-id.ts';
import { checkUnfriend } from '../../../schemas/friends/friend-rules.ts';
import type { LocalStore } from '../../data/store/local-store.tsx';
import { remove } from '../../data/store/local-write.ts';

/** Ends a friendship. The member's own row is deleted from the local store; the server ends the friendship for both. */
export async function unfriend(store: LocalStore, friendId: string): Promise<Verdict> {
  const id = friendRowId(store.userId, friendId);
  const stored = await store.collections.friends.findOne(id).exec();
  const verdict = checkUnfriend(store, { user_id: store.userId }, { areFriends: stored !== null });
  if (verdict.allowed) await remove(store, 'friends', id);
  return verdict;
}
