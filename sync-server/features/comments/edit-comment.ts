import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { type CommentChange, comment } from '../../../schemas/comments/comment.ts';
import { checkEditComment } from '../../../schemas/comments/comment-rules.ts';
import type { Command } from '../../sync/command.ts';
import { factsOf, lockComment } from './comment-facts.ts';

/** Changes the text of a comment. */
export const editComment: Command<CommentChange & { readonly id: string }> = async (context, edit) => {
  const { tx, actor } = context;
  const held = await lockComment(tx, actor, edit.id, 'update');
  const verdict = checkEditComment(actor, factsOf(held));
  if (!verdict.allowed) return verdict;
  if (held === null) return refuse('COMMENT_NOT_FOUND');
  context.stores();
  const text = comment.textAfter(held, edit);
  await tx`update post_comments set ${tx(text)}, edited_at = accepted_at(), write_id = ${context.writeId} where id = ${edit.id}`;
  context.record({ scopes: held.post.scopes, collection: 'comments', id: edit.id });
  return allow;
};
