import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';
import type { Reaction } from './reaction.ts';
import { reactionId } from './reaction-id.ts';

export interface ReactionFacts {
  readonly targetVisible: boolean;
  readonly targetDeleted: boolean;
}

/**
 * RX1 A member reacts only as themselves. RX2 Only to what they can see. RX3 Never to something deleted. RX4 The id is made of the fields
 * that it joins.
 */
export function checkReact(
  actor: Actor,
  reaction: Pick<Reaction, 'id' | 'target_type' | 'target_id' | 'user_id' | 'emoji_code'>,
  facts: ReactionFacts,
): Verdict {
  if (reaction.user_id !== actor.userId) return refuse('NOT_ONESELF');
  if (reaction.id !== reactionId(reaction)) return refuse('INVALID');
  if (!facts.targetVisible) return refuse('TARGET_NOT_FOUND');
  if (!facts.targetDeleted) return allow;
  return refuse(reaction.target_type === 'message' ? 'MESSAGE_DELETED' : 'TARGET_DELETED');
}

/** RX5 A member removes only their own reactions. */
export function checkUnreact(actor: Actor, reaction: Pick<Reaction, 'user_id'>): Verdict {
  return reaction.user_id === actor.userId ? allow : refuse('NOT_ONESELF');
}
