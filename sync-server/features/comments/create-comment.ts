import * as z from 'zod/mini';
import { refuse } from '../../../schemas/base/refusal.ts';
import { type Comment, commentContentSchema, commentSchema } from '../../../schemas/comments/comment.ts';
import { checkCreateComment } from '../../../schemas/comments/comment-rules.ts';
import type { CreationFeature } from '../../sync/feature.ts';
import { isUsed } from '../../sync/used-ids.ts';
import { lockPostShared } from '../posts/post-facts.ts';

export type NewComment = Pick<Comment, 'id' | 'post_id' | 'author_id' | 'content'>;

declare module '../../sync/feature.ts' {
  interface NewRows {
    comments: NewComment;
  }
}

/** A pushed comment with its text, new or changed. */
export const writtenCommentSchema = z.extend(z.pick(commentSchema, { id: true, post_id: true, author_id: true }), {
  content: commentContentSchema,
});

/** Writes a comment, to be announced by `notify_of_comments`. The post is locked meanwhile, so the comment gets the scopes of the post. */
export const createComment: CreationFeature<NewComment> = {
  statement: 'create_comments',
  read: (document) => (document.is_deleted === false ? (writtenCommentSchema.safeParse(document).data ?? null) : null),
  judge(actor, comment) {
    if (!checkCreateComment(actor, comment, { postVisible: true }).allowed) return null;
    return { post_id: comment.post_id, content: comment.content };
  },
  async explainRefusal(context, comment) {
    const post = await lockPostShared(context.tx, context.actor, comment.post_id);
    const verdict = checkCreateComment(context.actor, comment, { postVisible: post?.visible === true });
    if (!verdict.allowed) return verdict;
    return (await isUsed(context, comment.id)) ? refuse('COMMENT_NOT_FOUND') : 'create';
  },
};
