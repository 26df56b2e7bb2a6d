import { MAX_DIRECT_FRIENDS } from '../../../schemas/friends/friend-limits.ts';
import { useFriends } from './use-friends.ts';

/** Whether every seat of the signed-in member's circle is taken; false until that is known. */
export function useIsFull(): boolean {
  const friends = useFriends();
  return friends !== undefined && friends.length >= MAX_DIRECT_FRIENDS;
}
