import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { checkDeleteComment } from '../../../schemas/comments/comment-rules.ts';
import type { Command } from '../../sync/command.ts';
import { withdrawForComment } from '../notifications/withdraw-notifications.ts';
import { factsOf, lockComment } from './comment-facts.ts';

/**
 * Deletes a comment: its row stays without text, its reactions and the notifications about it are deleted. Deleting it again changes
 * nothing.
 */
export const deleteComment: Command<{ readonly id: string }> = async (context, { id }) => {
  const { tx, actor } = context;
  const comment = await lockComment(tx, actor, id, 'update');
  const verdict = checkDeleteComment(actor, factsOf(comment));
  if (!verdict.allowed) return verdict;
  if (comment === null) return refuse('COMMENT_NOT_FOUND');
  if (comment.is_deleted) return allow;

  const { scopes } = comment.post;
  await tx`update post_comments set content = '', is_deleted = true, write_id = ${context.writeId} where id = ${id}`;
  const reactions = await tx<{ id: string }[]>`
    delete from post_reactions where target_id = ${id} returning concat_ws('|', target_id, user_id, emoji_code) as id`;
  for (const reaction of reactions) context.record({ scopes, collection: 'reactions', id: reaction.id, removed: true });
  await withdrawForComment(context, id);
  context.record({ scopes, collection: 'comments', id });
  return allow;
};
