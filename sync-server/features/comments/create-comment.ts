import type { Comment } from '../../../schemas/comments/comment.ts';
import { checkCreateComment } from '../../../schemas/comments/comment-rules.ts';
import { allow, refuse } from '../../../schemas/protocol/refusal.ts';
import { wasDeleted } from '../../sync/deleted-ids.ts';
import type { Command } from '../../sync/feature.ts';
import { notify } from '../notifications/notify.ts';
import { holdPost } from '../posts/post-facts.ts';

export type NewComment = Pick<Comment, 'id' | 'post_id' | 'author_id' | 'content'>;

/** Writes a comment and tells the author of the post. The post is held meanwhile, so the comment lands where the post lies. */
export const createComment: Command<NewComment> = async (context, comment) => {
  const { tx, actor } = context;
  const post = await holdPost(tx, actor, comment.post_id);
  const verdict = checkCreateComment(actor, comment, { postVisible: post?.visible === true });
  if (!verdict.allowed) return verdict;
  if (post === null) return refuse('POST_NOT_FOUND');
  if (await wasDeleted(context, comment.id)) return refuse('COMMENT_NOT_FOUND');

  const inserted = await tx`
    insert into post_comments (id, post_id, author_id, content, created_at, write_id)
    values (${comment.id}, ${comment.post_id}, ${actor.userId}, ${comment.content}, accepted_at(), ${context.writeId})
    on conflict (id) do nothing`;
  if (inserted.count === 0) return refuse('COMMENT_NOT_FOUND');

  context.record({ scopes: post.scopes, collection: 'comments', id: comment.id });
  await notify(context, {
    type: 'post_commented',
    recipients: [post.author_id],
    by: actor.userId,
    post_id: post.id,
    comment_id: comment.id,
  });
  return allow;
};
