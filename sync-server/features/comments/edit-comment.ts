import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { checkEditComment } from '../../../schemas/comments/comment-rules.ts';
import type { Command } from '../../sync/command.ts';
import { factsOf, lockComment } from './comment-facts.ts';

export interface CommentEdit {
  readonly id: string;
  readonly content: string;
}

/** Changes the text of a comment. */
export const editComment: Command<CommentEdit> = async (context, edit) => {
  const { tx, actor } = context;
  const comment = await lockComment(tx, actor, edit.id, 'update');
  const verdict = checkEditComment(actor, factsOf(comment));
  if (!verdict.allowed) return verdict;
  if (comment === null) return refuse('COMMENT_NOT_FOUND');
  context.stores();
  await tx`
    update post_comments set content = ${edit.content}, edited_at = accepted_at(), write_id = ${context.writeId} where id = ${edit.id}`;
  context.record({ scopes: comment.post.scopes, collection: 'comments', id: edit.id });
  return allow;
};
