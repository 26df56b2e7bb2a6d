import type { Comment } from '../../../schemas/comments/comment.ts';
import { checkCreateComment } from '../../../schemas/comments/comment-rules.ts';
import { allow, refuse, type Verdict } from '../../../schemas/protocol/refusal.ts';
import { usedIds } from '../../sync/deleted-ids.ts';
import type { Command, SharedCommand } from '../../sync/feature.ts';
import { holdPosts } from '../posts/post-facts.ts';

export type NewComment = Pick<Comment, 'id' | 'post_id' | 'author_id' | 'content'>;

/** Writes comments, to be told of (`announceComments`). The posts are held meanwhile, so a comment lands where its post lies. */
export const createComments: SharedCommand<NewComment> = async (acts) => {
  const tx = acts[0]?.context.tx;
  if (!tx) return [];
  const [posts, used] = await Promise.all([
    holdPosts(
      tx,
      acts.map(({ context, input }) => ({ actor: context.actor, postId: input.post_id })),
    ),
    usedIds(
      tx,
      acts.map(({ input }) => input.id),
    ),
  ]);
  const verdicts = acts.map(({ context, input }, index): Verdict => {
    const verdict = checkCreateComment(context.actor, input, { postVisible: posts[index]?.visible === true });
    if (!verdict.allowed) return verdict;
    if (used.has(input.id)) return refuse('COMMENT_NOT_FOUND');
    used.add(input.id);
    return allow;
  });

  const fresh = await Promise.all(acts.map(({ context }) => context.isFresh));
  const allowed = acts.flatMap((act, index) => {
    const post = posts[index];
    return verdicts[index]?.allowed && fresh[index] && post ? [{ ...act, post }] : [];
  });
  const [first] = allowed;
  if (!first) return verdicts;
  first.context.send(tx`
    insert into post_comments (id, post_id, author_id, content, created_at, write_id)
    select i.id, i.post_id, i.author_id, i.content, accepted_at(), i.write_id
    from unnest(
      ${allowed.map(({ input }) => input.id)}::uuid[], ${allowed.map(({ input }) => input.post_id)}::uuid[],
      ${allowed.map(({ context }) => context.actor.userId)}::uuid[], ${allowed.map(({ input }) => input.content)}::text[],
      ${allowed.map(({ context }) => context.writeId)}::uuid[]) as i (id, post_id, author_id, content, write_id)`);
  for (const { context, input, post } of allowed) {
    context.record({ scopes: post.scopes, collection: 'comments', id: input.id });
    if (post.author_id !== context.actor.userId) context.announce('comments', input.id);
  }
  return verdicts;
};

/** Writes one comment: see `createComments`. */
export const createComment: Command<NewComment> = async (context, input) =>
  (await createComments([{ context, input }]))[0] ?? refuse('INVALID');
