import type { Comment } from '../../../schemas/comments/comment.ts';
import { checkCreateComment } from '../../../schemas/comments/comment-rules.ts';
import { type Actor, allow, refuse } from '../../../schemas/protocol/refusal.ts';
import type { Command } from '../../sync/feature.ts';
import { takeId } from '../../sync/used-ids.ts';
import { holdPost } from '../posts/post-facts.ts';

export type NewComment = Pick<Comment, 'id' | 'post_id' | 'author_id' | 'content'>;

/** Writes a comment, to be told of (`announceComments`). The post is held meanwhile, so the comment lands where the post lies. */
export const createComment: Command<NewComment> = async (context, comment) => {
  const { tx, actor } = context;
  const { id, post_id, content } = comment;
  const post = await holdPost(tx, actor, post_id);
  const verdict = checkCreateComment(actor, comment, { postVisible: post?.visible === true });
  if (!verdict.allowed) return verdict;
  if (post === null) return refuse('POST_NOT_FOUND');
  if (!(await takeId(context, id))) return refuse('COMMENT_NOT_FOUND');

  context.stores();
  await tx`
    insert into post_comments (id, post_id, author_id, content, created_at, write_id)
    values (${id}, ${post_id}, ${actor.userId}, ${content}, accepted_at(), ${context.writeId})`;
  context.record({ scopes: post.scopes, collection: 'comments', id });
  if (post.author_id !== actor.userId) context.announce('comments', id);
  return allow;
};

/** A comment that the statement for many (`create_comments`) may write, as it is allowed where its author can read the post. */
export const commentToCreate = (actor: Actor, comment: NewComment): NewComment | null =>
  checkCreateComment(actor, comment, { postVisible: true }).allowed ? comment : null;
