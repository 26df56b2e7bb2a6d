import { type Reaction, type ReactionKey, reactionId } from '../../../schemas/reactions/reaction.ts';
import type { Command } from '../../sync/feature.ts';
import { addReaction } from './add-reaction.ts';
import { removeReaction } from './remove-reaction.ts';

export type ReactionToggle = ReactionKey & Pick<Reaction, 'target_type'>;

/** Adds one's reaction or takes it back, whichever it is not yet. For callers that hold no list of reactions. */
export const toggleReaction: Command<ReactionToggle> = async (context, toggle) => {
  const { tx, actor } = context;
  const { target_type, target_id, emoji_code } = toggle;
  const held =
    target_type === 'message'
      ? await tx`
          select from group_message_reactions where message_id = ${target_id} and user_id = ${actor.userId} and emoji = ${emoji_code}`
      : await tx`
          select from post_reactions where target_id = ${target_id} and user_id = ${actor.userId} and emoji_code = ${emoji_code}`;
  return held.count > 0 ? removeReaction(context, toggle) : addReaction(context, { ...toggle, id: reactionId(toggle) });
};
