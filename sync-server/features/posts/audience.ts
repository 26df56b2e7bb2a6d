import type { Post } from '../../../schemas/posts/post.ts';
import type { Tx } from '../../db/transaction.ts';

/** Who of these people is in the network of each of these members: their friends and the friends of those. */
export async function inNetworksOf(
  tx: Tx,
  members: readonly string[],
  people: readonly string[],
): Promise<ReadonlyMap<string, Set<string>>> {
  const networks = new Map(members.map((member) => [member, new Set<string>()]));
  if (people.length === 0) return networks;
  const rows = await tx<{ member: string; person: string }[]>`
    select m.member, r.person
    from unnest(${[...networks.keys()]}::uuid[]) as m (member)
    cross join lateral unnest(readers_of_scope(
      (select s.id from scopes s where s.owner = m.member and s.kind = 'network' and s.other is null), 'network'
    )) as r (person)
    where r.person <> m.member and r.person = any(${[...new Set(people)]}::uuid[])`;
  for (const { member, person } of rows) networks.get(member)?.add(person);
  return networks;
}

/** The same for one member. */
export const inNetworkOf = async (tx: Tx, member: string, people: readonly string[]): Promise<Set<string>> =>
  (await inNetworksOf(tx, [member], people)).get(member) ?? new Set();

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
    from unnest(${authors}::uuid[]) as a (author)
    join friends f on f.user_id = a.author
    where f.friend_id = any(readers_of_scope(
      (select s.id from scopes s where s.owner = a.author and s.kind = 'friends' and s.other is null), 'friends'
    ))
    order by f.user_id, f.friend_id
    for key share of f`;
  return new Map(
    posts.map(({ id, author_id, visibility_type, specific_user_ids }) => {
      const friends = rows.filter((row) => row.user_id === author_id && visibility_type !== 'private').map((row) => row.friend_id);
      return [id, visibility_type === 'specific' ? friends.filter((friend) => specific_user_ids.includes(friend)) : friends];
    }),
  );
}
