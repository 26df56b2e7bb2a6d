// Whether a notification is an invitation that can be answered in its row.
import type { InvitationStatus } from '../../../schemas/friends/invitation-status.ts';
import type { NotificationType } from '../../../schemas/notifications/notification-types.ts';

export type AnswerState = 'open' | 'accepted' | 'declined';

export interface AnswerFacts {
  /** the status of the invitation on this device; undefined if it is not stored */
  readonly status: InvitationStatus | undefined;
  /** whether the signed-in member is in the group */
  readonly inGroup: boolean;
}

/** Undefined if there is nothing to answer or the answer is unknown. An accepted group invitation shows as a membership. */
export function answerState(type: NotificationType, { status, inGroup }: AnswerFacts): AnswerState | undefined {
  if (type !== 'friend_request_sent' && type !== 'group_invitation') return undefined;
  if (type === 'group_invitation' && inGroup) return 'accepted';
  if (status === 'pending') return 'open';
  return status === 'accepted' || status === 'declined' ? status : undefined;
}
