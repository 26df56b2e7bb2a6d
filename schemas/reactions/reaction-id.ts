import { joinId } from '../base/joined-id.ts';
import type { Reaction } from './reaction.ts';

export type ReactionKey = Pick<Reaction, 'target_id' | 'user_id' | 'emoji_code'>;

/** The same member, target and emoji give the same id, so two devices that react offline write the same document. */
export const reactionId = (key: ReactionKey): string => joinId(key.target_id, key.user_id, key.emoji_code);
