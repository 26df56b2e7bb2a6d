import { type Actor, allow, type RefusalCode, refuse, type Verdict } from '../base/refusal.ts';
import type { InvitationStatus } from './invitation.ts';
import { type Standing, type StandingFacts, standingOf } from './standing.ts';

/** About whoever the address or the id names. */
export interface InviteFacts extends StandingFacts {
  readonly inviterId: string;
  readonly sentToday: number;
  readonly perDay: number;
  /** to whoever has an address, and not to a member whom one has met here */
  readonly byAddress: boolean;
  readonly ownFriends: number;
  /** sent to addresses lately, those that were taken back among them */
  readonly sentToAddresses: number;
  readonly firstInvitations: number;
}

const standsBetween: Record<Standing, RefusalCode | null> = {
  you: 'OWN_ADDRESS',
  friends: 'ALREADY_FRIENDS',
  invited: 'ALREADY_INVITED',
  'invited-you': 'INVITED_BY_THEM',
  open: null,
};

/**
 * IN1 as oneself, IN2 never oneself, IN3 nobody who is a friend already, IN4 not twice, IN5 not when the other was first,
 * IN6 not more than a day's worth, IN11 few to addresses as long as nobody has become a friend.
 *
 * A full circle does not forbid to invite: only accepting is counted.
 */
export function checkInvite(actor: Actor, facts: InviteFacts): Verdict {
  if (facts.inviterId !== actor.userId) return refuse('NOT_ONESELF');
  const reason = standsBetween[standingOf(facts)];
  if (reason) return refuse(reason);
  if (facts.sentToday >= facts.perDay) return refuse('TOO_MANY_INVITATIONS');
  const first = facts.byAddress && facts.ownFriends === 0;
  return first && facts.sentToAddresses >= facts.firstInvitations ? refuse('TOO_MANY_FIRST_INVITATIONS') : allow;
}

export interface RespondFacts {
  /** false where there is none, and where it is not addressed to the actor */
  readonly received: boolean;
  readonly status: InvitationStatus;
  readonly ownFriends: number;
  readonly theirFriends: number;
  readonly maxFriends: number;
}

/** IN7 only the receiver answers, IN8 only once, IN9 nobody's circle grows beyond its seats. */
export function checkRespond(answer: 'accepted' | 'declined', facts: RespondFacts): Verdict {
  if (!facts.received) return refuse('INVITATION_NOT_FOUND');
  if (facts.status !== 'pending') return refuse('INVITATION_ANSWERED');
  if (answer === 'declined') return allow;
  if (facts.ownFriends >= facts.maxFriends) return refuse('CIRCLE_FULL');
  return facts.theirFriends >= facts.maxFriends ? refuse('THEIR_CIRCLE_FULL') : allow;
}

/** IN10 only the sender cancels, and only while it is pending. */
export function checkCancel(facts: { readonly sent: boolean; readonly status: InvitationStatus }): Verdict {
  if (!facts.sent) return refuse('INVITATION_NOT_FOUND');
  return facts.status === 'pending' ? allow : refuse('INVITATION_ANSWERED');
}
