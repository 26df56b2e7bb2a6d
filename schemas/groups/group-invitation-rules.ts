import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';
import type { InvitationStatus } from '../friends/invitation.ts';
import { checkInGroup, type GroupFacts } from './group-rules.ts';

export interface GroupInviteFacts extends GroupFacts {
  readonly inviterId: string;
  /** the invited person is in the group already; also true if the inviter named themselves */
  readonly alreadyMember: boolean;
  /** an invitation to them is pending, or was declined and not cancelled since */
  readonly alreadyInvited: boolean;
  /** they are a direct friend of the inviter, and neither blocks the other */
  readonly isFriend: boolean;
}

/**
 * GI1 A member invites only as themselves. GI2 Only the owner and admins invite. GI3 Nobody who is a member already. GI4 Nobody twice. GI5
 * Only direct friends of the inviter.
 */
export function checkInviteToGroup(actor: Actor, facts: GroupInviteFacts): Verdict {
  if (facts.inviterId !== actor.userId) return refuse('NOT_ONESELF');
  const verdict = checkInGroup(facts, 'inviteMember');
  if (!verdict.allowed) return verdict;
  if (facts.alreadyMember) return refuse('ALREADY_IN_GROUP');
  if (facts.alreadyInvited) return refuse('ALREADY_INVITED_TO_GROUP');
  return facts.isFriend ? allow : refuse('USER_NOT_FOUND');
}

/** GI6 Only the invited member answers. GI7 Only once. */
export function checkRespondToGroup(facts: { readonly received: boolean; readonly status: InvitationStatus }): Verdict {
  if (!facts.received) return refuse('INVITATION_NOT_FOUND');
  return facts.status === 'pending' ? allow : refuse('INVITATION_ANSWERED');
}

export interface CancelFacts extends GroupFacts {
  readonly sent: boolean;
  readonly status: InvitationStatus;
}

/**
 * GI8 An invitation is cancelled by its sender, who must still be allowed to invite, or by the owner. GI9 Also after it was declined, so
 * that the person can be invited again. Nobody cancels an accepted one.
 */
export function checkCancelGroupInvitation(facts: CancelFacts): Verdict {
  const sees = facts.role !== null && checkInGroup(facts, 'inviteMember').allowed;
  if (!sees || facts.status === 'accepted') return refuse('INVITATION_NOT_FOUND');
  return facts.sent || checkInGroup(facts, 'removeMember').allowed ? allow : refuse('NOT_ALLOWED');
}
