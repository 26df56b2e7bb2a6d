import type { Reaction } from '../../../schemas/reactions/reaction.ts';
import { type ReactionKey, reactionId } from '../../../schemas/reactions/reaction-id.ts';
import type { Command } from '../../sync/command.ts';
import { addReaction } from './add-reaction.ts';
import { removeReaction } from './remove-reaction.ts';

export type ReactionToggle = ReactionKey & Pick<Reaction, 'target_type'>;

/**
 * Adds the actor's reaction if it is missing, else removes it, and answers which (`added`, `removed`). For callers that have no list of
 * reactions. Toggles of one member on one target run one after the other. Otherwise two at the same time would both find nothing and add.
 */
export const toggleReaction: Command<ReactionToggle> = async (context, toggle) => {
  const { tx, actor } = context;
  const { target_type, target_id, emoji_code } = toggle;
  await tx`select pg_advisory_xact_lock(hashtextextended(${`toggle ${actor.userId} ${target_id}`}, 0))`;
  const existing =
    target_type === 'message'
      ? await tx`
          select from group_message_reactions where message_id = ${target_id} and user_id = ${actor.userId} and emoji = ${emoji_code}`
      : await tx`
          select from post_reactions
          where target_id = ${target_id} and target_type = ${target_type} and user_id = ${actor.userId} and emoji_code = ${emoji_code}`;
  context.answer(existing.count > 0 ? 'removed' : 'added');
  return existing.count > 0 ? removeReaction(context, toggle) : addReaction(context, { ...toggle, id: reactionId(toggle) });
};
