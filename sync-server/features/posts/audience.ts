import type { Post } from '../../../schemas/posts/post.ts';
import type { Tx } from '../../db/transaction.ts';

/** Who of these is in the member's network: their friends and the friends of those. */
export async function inNetworkOf(tx: Tx, member: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx<{ reader: string }[]>`
    select reader from scope_readers
    where owner = ${member} and kind = 'network' and reader <> owner and reader = any (${[...ids]}::uuid[])`;
  return new Set(rows.map((row) => row.reader));
}

/**
 * The direct friends who can read a post of this audience. Their friendships are held until commit: an unfriend at the same
 * moment either comes first, or finds and withdraws what they are told now.
 */
export async function directReaders(tx: Tx, post: Pick<Post, 'author_id' | 'visibility_type' | 'specific_user_ids'>): Promise<string[]> {
  if (post.visibility_type === 'private') return [];
  const rows = await tx<{ friend_id: string }[]>`
    select f.friend_id from friends f
    where f.user_id = ${post.author_id}
      and exists (select from scope_readers r where r.owner = f.user_id and r.kind = 'friends' and r.reader = f.friend_id)
    for key share of f`;
  const friends = rows.map((row) => row.friend_id);
  return post.visibility_type === 'specific' ? friends.filter((friend) => post.specific_user_ids.includes(friend)) : friends;
}
