/** How somebody stands to a member, as far as the member may know: what is offered beside their name follows from it. */
export const standings = ['you', 'friends', 'invited', 'invited-you', 'open'] as const;
export type Standing = (typeof standings)[number];

export interface StandingFacts {
  readonly isOneself: boolean;
  readonly alreadyFriends: boolean;
  /** a pending invitation to them. One to an address is not known to be theirs. */
  readonly alreadySent: boolean;
  /** a pending invitation from them */
  readonly alreadyReceived: boolean;
}

/** The first that holds counts: who is a friend is that, whatever invitation is still about. */
export function standingOf(facts: StandingFacts): Standing {
  if (facts.isOneself) return 'you';
  if (facts.alreadyFriends) return 'friends';
  if (facts.alreadySent) return 'invited';
  return facts.alreadyReceived ? 'invited-you' : 'open';
}

/** `can_send_invitation`: nothing stands between the two yet. A day's limit is told only when it is met. */
export const canSendInvitation = (standing: Standing): boolean => standing === 'open';
