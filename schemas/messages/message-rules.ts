import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';
import { checkInGroup, type GroupFacts } from '../groups/group-rules.ts';

export interface SendFacts extends GroupFacts {
  /** the message that is replied to is in this group, deleted or not; true if the new message is no reply */
  readonly replyFound: boolean;
}

/** GM1 A member writes only as themselves. GM2 Only in a group that they are in. GM3 They reply only to a message of that group. */
export function checkSendMessage(actor: Actor, message: { readonly sender_id: string }, facts: SendFacts): Verdict {
  if (message.sender_id !== actor.userId) return refuse('NOT_ONESELF');
  const verdict = checkInGroup(facts, 'sendMessage');
  if (!verdict.allowed) return verdict;
  return facts.replyFound ? allow : refuse('MESSAGE_NOT_FOUND');
}

export interface MessageFacts {
  /** false if the message is missing, and if the actor is not in its group */
  readonly visible: boolean;
  readonly sender_id: string | null;
  readonly is_deleted: boolean;
}

/** GM4 Only the sender edits a message. GM5 Nobody edits a deleted one. */
export function checkEditMessage(actor: Actor, facts: MessageFacts): Verdict {
  if (!facts.visible) return refuse('MESSAGE_NOT_FOUND');
  if (facts.sender_id !== actor.userId) return refuse('NOT_ALLOWED');
  return facts.is_deleted ? refuse('MESSAGE_DELETED') : allow;
}

/** GM6 Only the sender deletes a message. */
export function checkDeleteMessage(actor: Actor, facts: MessageFacts): Verdict {
  if (!facts.visible) return refuse('MESSAGE_NOT_FOUND');
  return facts.sender_id === actor.userId ? allow : refuse('NOT_ALLOWED');
}
