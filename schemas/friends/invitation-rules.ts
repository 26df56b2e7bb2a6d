import { type Actor, allow, type RefusalCode, refuse, type Verdict } from '../base/refusal.ts';
import type { InvitationStatus } from './invitation-status.ts';
import { type Standing, type StandingFacts, standingOf } from './standing.ts';

/** Facts about the person whom the address or the id names. */
export interface InviteFacts extends StandingFacts {
  readonly inviterId: string;
  readonly sentToday: number;
  readonly perDay: number;
  /** invited by an address, instead of by the id of a member whom the inviter met here */
  readonly byAddress: boolean;
  readonly ownFriends: number;
  /** recent invitations to addresses, including cancelled ones */
  readonly sentToAddresses: number;
  readonly firstInvitations: number;
}

const refusalOfStanding: Record<Standing, RefusalCode | null> = {
  you: 'OWN_ADDRESS',
  friends: 'ALREADY_FRIENDS',
  invited: 'ALREADY_INVITED',
  'invited-you': 'INVITED_BY_THEM',
  open: null,
};

/**
 * IN1 A member invites only as themselves. IN2 Never themselves. IN3 Never a friend. IN4 Never twice. IN5 Not if the other
 * invited first. IN6 Not beyond the daily limit. IN11 Only a few addresses as long as the inviter has no friend.
 *
 * A full circle does not forbid inviting: seats are only counted on acceptance.
 */
export function checkInvite(actor: Actor, facts: InviteFacts): Verdict {
  if (facts.inviterId !== actor.userId) return refuse('NOT_ONESELF');
  const reason = refusalOfStanding[standingOf(facts)];
  if (reason) return refuse(reason);
  if (facts.sentToday >= facts.perDay) return refuse('TOO_MANY_INVITATIONS');
  const first = facts.byAddress && facts.ownFriends === 0;
  return first && facts.sentToAddresses >= facts.firstInvitations ? refuse('TOO_MANY_FIRST_INVITATIONS') : allow;
}

export interface RespondFacts {
  /** false if there is no such invitation, and if it is not addressed to the actor */
  readonly received: boolean;
  readonly status: InvitationStatus;
  readonly ownFriends: number;
  readonly theirFriends: number;
  readonly maxFriends: number;
}

/** IN7 Only the receiver answers. IN8 Only once. IN9 No circle grows beyond its seats. */
export function checkRespond(answer: 'accepted' | 'declined', facts: RespondFacts): Verdict {
  if (!facts.received) return refuse('INVITATION_NOT_FOUND');
  if (facts.status !== 'pending') return refuse('INVITATION_ANSWERED');
  if (answer === 'declined') return allow;
  if (facts.ownFriends >= facts.maxFriends) return refuse('CIRCLE_FULL');
  return facts.theirFriends >= facts.maxFriends ? refuse('THEIR_CIRCLE_FULL') : allow;
}

/** IN10 Only the sender cancels an invitation, and only while it is pending. */
export function checkCancel(facts: { readonly sent: boolean; readonly status: InvitationStatus }): Verdict {
  if (!facts.sent) return refuse('INVITATION_NOT_FOUND');
  return facts.status === 'pending' ? allow : refuse('INVITATION_ANSWERED');
}

/** IN13 Only the sender has it sent again, only while it is pending, and not twice in a day: it is a mail to somebody else. */
export function checkSendAgain(facts: { readonly sent: boolean; readonly status: InvitationStatus; readonly recent: boolean }): Verdict {
  const verdict = checkCancel(facts);
  return verdict.allowed && facts.recent ? refuse('SENT_TODAY') : verdict;
}

/** IN12 Only the receiver waits for a seat, and only while the invitation is pending. */
export function checkWait(facts: Pick<RespondFacts, 'received' | 'status'>): Verdict {
  if (!facts.received) return refuse('INVITATION_NOT_FOUND');
  return facts.status === 'pending' ? allow : refuse('INVITATION_ANSWERED');
}
