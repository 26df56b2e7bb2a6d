import type { Friend } from '../../../schemas/friends/friend.ts';

/**
 * The shortest way from a member to somebody over the friendships that are held: one's own, and those of one's friends. Null where
 * they do not reach that far. Of two ways as long, the one that the server takes.
 */
export function heldPath(own: string, person: string, friendships: readonly Pick<Friend, 'user_id' | 'friend_id'>[]): string[] | null {
  if (person === own) return [own];
  const friends = new Set(friendships.flatMap((row) => (row.user_id === own ? [row.friend_id] : [])));
  if (friends.has(person)) return [own, person];
  // Rows of somebody who was a friend until now may still be here.
  const [through] = friendships.flatMap((row) => (row.friend_id === person && friends.has(row.user_id) ? [row.user_id] : [])).sort();
  return through === undefined ? null : [own, through, person];
}
