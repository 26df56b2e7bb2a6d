import type { Post } from '../../../schemas/posts/post.ts';
import type { Tx } from '../../db/transaction.ts';

/** Who of these people is in the network of this member: their friends and the friends of those. */
export async function inNetworkOf(tx: Tx, member: string, people: readonly string[]): Promise<Set<string>> {
  if (people.length === 0) return new Set();
  const rows = await tx<{ person: string }[]>`
    select r.person
    from unnest(readers_of_scope(
      (select s.id from scopes s where s.owner = ${member} and s.kind = 'network' and s.other is null), 'network'
    )) as r (person)
    where r.person <> ${member} and r.person = any(${[...new Set(people)]}::uuid[])`;
  return new Set(rows.map(({ person }) => person));
}

/**
 * The direct friends who can read each of these posts, by the post's id. Their friendships are held until commit: an unfriend at
 * the same moment either comes first, or finds and withdraws what they are told now.
 */
export async function directReaders(
  tx: Tx,
  posts: readonly Pick<Post, 'id' | 'author_id' | 'visibility_type' | 'specific_user_ids'>[],
): Promise<Map<string, string[]>> {
  const authors = [...new Set(posts.flatMap((post) => (post.visibility_type === 'private' ? [] : [post.author_id])))];
  if (authors.length === 0) return new Map();
  const rows = await tx<{ user_id: string; friend_id: string }[]>`
    select f.user_id, f.friend_id
    from friends f
    where f.user_id = any(${authors}::uuid[])
      and exists (select from reading_friends r where r.owner = f.user_id and r.kind = 'friends' and r.reader = f.friend_id)
    order by f.user_id, f.friend_id
    for key share of f`;
  return new Map(
    posts.map(({ id, author_id, visibility_type, specific_user_ids }) => {
      const friends = rows.filter((row) => row.user_id === author_id && visibility_type !== 'private').map((row) => row.friend_id);
      return [id, visibility_type === 'specific' ? friends.filter((friend) => specific_user_ids.includes(friend)) : friends];
    }),
  );
}
