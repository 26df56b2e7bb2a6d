import { type Audience, isChosen } from '../../../schemas/posts/audience.ts';
import type { Post } from '../../../schemas/posts/post.ts';
import type { Tx } from '../../db/pool/transaction.ts';

/** Which of these people are in this member's network: their friends, and the friends of those. */
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
 * The direct friends who can read this post. Their friend rows are locked until commit: an unfriend at the same moment comes first, or it
 * finds and withdraws the notifications that are made now. A person who was just chosen counts as a reader, though their scope may not
 * exist yet.
 */
export async function directReaders(tx: Tx, post: Pick<Post, 'author_id'> & Audience): Promise<string[]> {
  if (post.visibility_type === 'private') return [];
  const rows = await tx<{ friend_id: string }[]>`
    select f.friend_id
    from friends f
    where f.user_id = ${post.author_id} and not exists (select from blocked_pairs b where b.one = f.user_id and b.other = f.friend_id)
    order by f.friend_id
    for key share of f`;
  const friends = rows.map((row) => row.friend_id);
  return isChosen(post) ? friends.filter((friend) => post.specific_user_ids.includes(friend)) : friends;
}
