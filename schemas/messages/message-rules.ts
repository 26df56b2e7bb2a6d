import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';
import { checkInGroup, type GroupFacts } from '../groups/group-rules.ts';

export interface SendFacts extends GroupFacts {
  /** the message that is replied to is one of this group, deleted or not; true where it replies to none */
  readonly replyFound: boolean;
}

/** GM1 one writes as oneself, GM2 in a group that one is in, GM3 and replies to what stands there. */
export function checkSendMessage(actor: Actor, message: { readonly sender_id: string }, facts: SendFacts): Verdict {
  if (message.sender_id !== actor.userId) return refuse('NOT_ONESELF');
  const verdict = checkInGroup(facts, 'sendMessage');
  if (!verdict.allowed) return verdict;
  return facts.replyFound ? allow : refuse('MESSAGE_NOT_FOUND');
}

export interface MessageFacts {
  /** false for a message that is missing, and for one of a group that the actor is not in */
  readonly visible: boolean;
  readonly sender_id: string | null;
  readonly is_deleted: boolean;
}

/** GM4 only its sender edits a message, and GM5 never a deleted one. */
export function checkEditMessage(actor: Actor, facts: MessageFacts): Verdict {
  if (!facts.visible) return refuse('MESSAGE_NOT_FOUND');
  if (facts.sender_id !== actor.userId) return refuse('NOT_ALLOWED');
  return facts.is_deleted ? refuse('MESSAGE_DELETED') : allow;
}

/** GM6 only its sender deletes a message. */
export function checkDeleteMessage(actor: Actor, facts: MessageFacts): Verdict {
  if (!facts.visible) return refuse('MESSAGE_NOT_FOUND');
  return facts.sender_id === actor.userId ? allow : refuse('NOT_ALLOWED');
}
