import type { Post } from '../../../schemas/posts/post.ts';
import { checkAudienceReach, checkWritePost } from '../../../schemas/posts/post-rules.ts';
import { allow, refuse, type Verdict } from '../../../schemas/protocol/refusal.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Command, type ScopeKind, type ScopeName, type SharedCommand, scope } from '../../sync/feature.ts';
import { inNetworksOf } from './audience.ts';

export type NewPost = Pick<Post, 'id' | 'author_id' | 'content' | 'visibility_type' | 'specific_user_ids'>;

interface PostIdFacts {
  /** those of the ids that are not free */
  readonly used: readonly string[];
  /** for each post in whose scope one of its audience lies */
  readonly kinds: readonly ScopeKind[];
}

async function readIdFacts(tx: Tx, posts: readonly NewPost[]): Promise<PostIdFacts> {
  const [facts] = await tx<PostIdFacts[]>`
    select used_ids(${posts.map((post) => post.id)}::uuid[]) as used,
      array(
        select audience_kind(u.visibility_type)
        from unnest(${posts.map((post) => post.visibility_type)}::text[]) with ordinality as u (visibility_type, nth) order by u.nth
      ) as kinds`;
  return facts ?? { used: [], kinds: [] };
}

/** Writes posts, to be told of (`announcePosts`). An id that was ever in use is refused as one that is not there. */
export const createPosts: SharedCommand<NewPost> = async (acts) => {
  const tx = acts[0]?.context.tx;
  if (!tx) return [];
  // Hardly any post names somebody.
  const choosing = acts.filter(({ input }) => input.specific_user_ids.length > 0);
  const [ids, reach] = await Promise.all([
    readIdFacts(
      tx,
      acts.map(({ input }) => input),
    ),
    inNetworksOf(
      tx,
      choosing.map(({ context }) => context.actor.userId),
      choosing.flatMap(({ input }) => input.specific_user_ids),
    ),
  ]);
  const used = new Set(ids.used);
  const verdicts = acts.map(({ context, input }): Verdict => {
    const verdict = checkWritePost(context.actor, input);
    if (!verdict.allowed) return verdict;
    const reached = checkAudienceReach(input.specific_user_ids, reach.get(context.actor.userId) ?? new Set());
    if (!reached.allowed) return reached;
    if (used.has(input.id)) return refuse('POST_NOT_FOUND');
    used.add(input.id);
    return allow;
  });

  const fresh = await Promise.all(acts.map(({ context }) => context.isFresh));
  const allowed = acts
    .map((act, index) => ({ ...act, kind: ids.kinds[index] ?? 'self' }))
    .filter((_, index) => verdicts[index]?.allowed && fresh[index]);
  const [first] = allowed;
  if (!first) return verdicts;
  first.context.send(tx`
    insert into posts (id, author_id, content, visibility_type, created_at, write_id)
    select i.id, i.author_id, i.content, i.visibility_type, accepted_at(), i.write_id
    from unnest(
      ${allowed.map(({ input }) => input.id)}::uuid[], ${allowed.map(({ context }) => context.actor.userId)}::uuid[],
      ${allowed.map(({ input }) => input.content)}::text[], ${allowed.map(({ input }) => input.visibility_type)}::text[],
      ${allowed.map(({ context }) => context.writeId)}::uuid[]) as i (id, author_id, content, visibility_type, write_id)`);
  const chosen = allowed.flatMap(({ input }) => input.specific_user_ids.map((person) => ({ post: input.id, person })));
  if (chosen.length > 0) {
    first.context.send(tx`
      insert into post_visibility (post_id, user_id)
      select * from unnest(${chosen.map(({ post }) => post)}::uuid[], ${chosen.map(({ person }) => person)}::uuid[]) on conflict do nothing`);
  }
  for (const { context, input, kind } of allowed) {
    const { userId } = context.actor;
    const own: ScopeName = { kind, owner: userId, other: null };
    const scopes = [own, ...input.specific_user_ids.map((person) => scope.pair(userId, person))];
    context.record({ scopes, collection: 'posts', id: input.id });
    if (input.visibility_type !== 'private') context.announce('posts', input.id);
  }
  return verdicts;
};

/** Writes one post: see `createPosts`. */
export const createPost: Command<NewPost> = async (context, input) => (await createPosts([{ context, input }]))[0] ?? refuse('INVALID');
