import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';
import type { InvitationStatus } from '../friends/invitation.ts';
import { checkInGroup, type GroupFacts } from './group-rules.ts';

export interface GroupInviteFacts extends GroupFacts {
  readonly inviterId: string;
  /** the one who is meant is in the group already; also where one means oneself */
  readonly alreadyMember: boolean;
  /** an invitation of theirs is open, or was declined and not taken back */
  readonly alreadyInvited: boolean;
  /** they are a direct friend of the inviter, and neither blocks the other */
  readonly isFriend: boolean;
}

/** GI1 as oneself. GI2 owner and admins invite. GI3 nobody who is in, GI4 not twice. GI5 only one's direct friends. */
export function checkInviteToGroup(actor: Actor, facts: GroupInviteFacts): Verdict {
  if (facts.inviterId !== actor.userId) return refuse('NOT_ONESELF');
  const verdict = checkInGroup(facts, 'inviteMember');
  if (!verdict.allowed) return verdict;
  if (facts.alreadyMember) return refuse('ALREADY_IN_GROUP');
  if (facts.alreadyInvited) return refuse('ALREADY_INVITED_TO_GROUP');
  return facts.isFriend ? allow : refuse('USER_NOT_FOUND');
}

/** GI6 only the invited member answers, GI7 only once. */
export function checkRespondToGroup(facts: { readonly received: boolean; readonly status: InvitationStatus }): Verdict {
  if (!facts.received) return refuse('INVITATION_NOT_FOUND');
  return facts.status === 'pending' ? allow : refuse('INVITATION_ANSWERED');
}

export interface CancelFacts extends GroupFacts {
  readonly sent: boolean;
  readonly status: InvitationStatus;
}

/**
 * GI8 an invitation is taken back by who sent it, or by the owner. GI9 also after it was declined, so that one may ask again;
 * an accepted one is nobody's any more.
 */
export function checkCancelGroupInvitation(facts: CancelFacts): Verdict {
  const sees = facts.role !== null && checkInGroup(facts, 'inviteMember').allowed;
  if (!sees || facts.status === 'accepted') return refuse('INVITATION_NOT_FOUND');
  return facts.sent || checkInGroup(facts, 'removeMember').allowed ? allow : refuse('NOT_ALLOWED');
}
