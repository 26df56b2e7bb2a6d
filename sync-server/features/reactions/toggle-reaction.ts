import { type ReactionKey, reactionId } from '../../../schemas/reactions/reaction.ts';
import type { Command } from '../../sync/feature.ts';
import { addReaction } from './add-reaction.ts';
import { removeReaction } from './remove-reaction.ts';

export type ReactionToggle = ReactionKey & { readonly target_type: 'post' | 'comment' };

/** Adds one's reaction or takes it back, whichever it is not yet. For callers that hold no list of reactions. */
export const toggleReaction: Command<ReactionToggle> = async (context, toggle) => {
  const held = await context.tx`
    select from post_reactions
    where target_id = ${toggle.target_id} and user_id = ${context.actor.userId} and emoji_code = ${toggle.emoji_code}`;
  return held.count > 0 ? removeReaction(context, toggle) : addReaction(context, { ...toggle, id: reactionId(toggle) });
};
