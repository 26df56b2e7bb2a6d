// Whether a notification is an invitation that can be answered where it stands.
import type { InvitationStatus } from '../../../schemas/friends/invitation.ts';
import type { NotificationType } from '../../../schemas/notifications/notification.ts';

export type AnswerState = 'open' | 'accepted' | 'declined';

export interface AnswerFacts {
  /** of the invitation, as this device holds it; undefined where it holds none */
  readonly status: InvitationStatus | undefined;
  /** whether one is in the group */
  readonly inGroup: boolean;
}

/** Undefined where there is nothing to answer, or nothing is known of it. An accepted invitation into a group is a membership. */
export function answerState(type: NotificationType, { status, inGroup }: AnswerFacts): AnswerState | undefined {
  if (type !== 'friend_request_sent' && type !== 'group_invitation') return undefined;
  if (type === 'group_invitation' && inGroup) return 'accepted';
  if (status === 'pending') return 'open';
  return status === 'accepted' || status === 'declined' ? status : undefined;
}
