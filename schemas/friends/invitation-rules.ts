import { type Actor, allow, refuse, type Verdict } from '../protocol/refusal.ts';
import type { InvitationStatus } from './invitation.ts';

export interface InviteFacts {
  readonly inviterId: string;
  /** the address or id names the inviter */
  readonly isOneself: boolean;
  readonly alreadyFriends: boolean;
  readonly alreadySent: boolean;
  readonly alreadyReceived: boolean;
  readonly sentToday: number;
  readonly perDay: number;
}

/**
 * IN1 as oneself, IN2 never oneself, IN3 nobody who is a friend already, IN4 not twice, IN5 not when the other was first,
 * IN6 not more than a day's worth. A full circle does not forbid to invite: only accepting is counted.
 */
export function checkInvite(actor: Actor, facts: InviteFacts): Verdict {
  if (facts.inviterId !== actor.userId) return refuse('NOT_ONESELF');
  if (facts.isOneself) return refuse('OWN_ADDRESS');
  if (facts.alreadyFriends) return refuse('ALREADY_FRIENDS');
  if (facts.alreadySent) return refuse('ALREADY_INVITED');
  if (facts.alreadyReceived) return refuse('INVITED_BY_THEM');
  return facts.sentToday >= facts.perDay ? refuse('TOO_MANY_INVITATIONS') : allow;
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
