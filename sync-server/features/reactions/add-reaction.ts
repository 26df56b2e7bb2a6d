import { allow, refuse } from '../../../schemas/base/refusal.ts';
import type { NewReaction } from '../../../schemas/reactions/reaction.ts';
import { checkReact } from '../../../schemas/reactions/reaction-rules.ts';
import type { Command, CommandContext } from '../../sync/command.ts';
import { notify } from '../notifications/notify.ts';
import { mayReadPost } from '../posts/post-facts.ts';
import { type LockedTarget, lockTarget } from './lock-target.ts';

/**
 * Reacts to a post, a comment or a message, and notifies the author of a post or a comment. The same reaction again, by another device say,
 * changes nothing.
 */
export const addReaction: Command<NewReaction> = async (context, reaction) => {
  const { tx, actor } = context;
  const target = await lockTarget(tx, actor, reaction.target_type, reaction.target_id);
  const verdict = checkReact(actor, reaction, target ?? { targetVisible: false, targetDeleted: false });
  if (!verdict.allowed) return verdict;
  if (target === null) return refuse('TARGET_NOT_FOUND');
  if (!(await insertReaction(context, reaction, target))) return allow;
  context.stores();
  context.record({ scopes: target.scopes, collection: 'reactions', id: reaction.id });
  await notifyAuthor(context, reaction, target);
  return allow;
};

/** Inserts the reaction; false if it exists already. */
async function insertReaction({ tx, actor, writeId }: CommandContext, reaction: NewReaction, target: LockedTarget): Promise<boolean> {
  const { target_type, target_id, emoji_code } = reaction;
  const inserted =
    target_type === 'message'
      ? await tx`
          insert into group_message_reactions (message_id, user_id, emoji, created_at, write_id)
          values (${target_id}, ${actor.userId}, ${emoji_code}, accepted_at(), ${writeId})
          on conflict do nothing`
      : await tx`
          insert into post_reactions (target_type, target_id, post_id, user_id, emoji_code, created_at, write_id)
          values (${target_type}, ${target_id}, ${target.post_id}, ${actor.userId}, ${emoji_code}, accepted_at(), ${writeId})
          on conflict do nothing`;
  return inserted.count > 0;
}

async function notifyAuthor(context: CommandContext, reaction: NewReaction, target: LockedTarget): Promise<void> {
  const { author_id, post_id, comment_id } = target;
  if (post_id === null) return;
  // The author of a comment may have lost the post since.
  if (comment_id !== null && !(await mayReadPost(context.tx, author_id, post_id))) return;
  await notify(context, {
    type: comment_id === null ? 'post_reaction' : 'comment_reaction',
    recipients: [author_id],
    by: context.actor.userId,
    post_id,
    ...(comment_id === null ? {} : { comment_id }),
    emoji_code: reaction.emoji_code,
  });
}
