/** How another person stands to a member, as far as the member may know. It decides what is offered next to that person's name. */
export const standings = ['you', 'friends', 'invited', 'invited-you', 'open'] as const;
export type Standing = (typeof standings)[number];

export interface StandingFacts {
  readonly isSelf: boolean;
  readonly alreadyFriends: boolean;
  /** a pending invitation to them by id. Whether an invitation to an address is theirs is not known. */
  readonly alreadySent: boolean;
  /** a pending invitation from them */
  readonly alreadyReceived: boolean;
}

/** The first match counts: a friend is a friend, whatever invitation is still pending. */
export function standingOf(facts: StandingFacts): Standing {
  if (facts.isSelf) return 'you';
  if (facts.alreadyFriends) return 'friends';
  if (facts.alreadySent) return 'invited';
  return facts.alreadyReceived ? 'invited-you' : 'open';
}

/** `can_send_invitation`: nothing stands between the two yet. The daily limit shows only when it is reached. */
export const canSendInvitation = (standing: Standing): boolean => standing === 'open';
