import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';
import type { InvitationStatus } from '../friends/invitation-status.ts';
import { OPEN_INVITATIONS_MAX } from './group-limits.ts';
import type { GroupRole, InvitedRole } from './group-roles.ts';
import { checkInGroup, type GroupFacts } from './group-rules.ts';

export interface GroupInviteFacts extends GroupFacts {
  readonly inviterId: string;
  /** the role of the invited person once they accept */
  readonly invitedAs: InvitedRole;
  /** the invited person is in the group already; also true if the inviter named themselves */
  readonly alreadyMember: boolean;
  /** an invitation to them is pending, or was declined and not cancelled since */
  readonly alreadyInvited: boolean;
  /** they are a direct friend of the inviter, and neither blocks the other */
  readonly isFriend: boolean;
  /** invitations into groups from the inviter to this person that wait for an answer */
  readonly openToThem: number;
}

/**
 * GI1 A member invites only as themselves. GI2 Only the owner and admins invite. GI3 Never a member of the group. GI4 Never twice. GI5
 * Only direct friends of the inviter. GI10 Only who may set roles invites as an admin. GI12 Nobody floods one person with invitations.
 */
export function checkInviteToGroup(actor: Actor, facts: GroupInviteFacts): Verdict {
  if (facts.inviterId !== actor.userId) return refuse('NOT_ONESELF');
  const verdict = checkInGroup(facts, 'inviteMember');
  if (!verdict.allowed) return verdict;
  if (facts.invitedAs !== 'member' && !checkInGroup(facts, 'setRole').allowed) return refuse('NOT_ALLOWED');
  if (facts.alreadyMember) return refuse('ALREADY_IN_GROUP');
  if (facts.alreadyInvited) return refuse('ALREADY_INVITED_TO_GROUP');
  if (!facts.isFriend) return refuse('USER_NOT_FOUND');
  return facts.openToThem < OPEN_INVITATIONS_MAX ? allow : refuse('TOO_MANY_OPEN_INVITATIONS');
}

/** GI6 Only the invited member answers. GI7 Only once. */
export function checkRespondToGroup(facts: { readonly received: boolean; readonly status: InvitationStatus }): Verdict {
  if (!facts.received) return refuse('INVITATION_NOT_FOUND');
  return facts.status === 'pending' ? allow : refuse('INVITATION_ANSWERED');
}

/**
 * GI11 Who accepts gets the role of the invitation if its sender may still set roles, and joins as a member otherwise. A former owner makes
 * no admins.
 */
export function roleOnJoining(facts: { readonly invitedAs: InvitedRole; readonly inviterRole: GroupRole | null }): InvitedRole {
  return checkInGroup({ role: facts.inviterRole }, 'setRole').allowed ? facts.invitedAs : 'member';
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
