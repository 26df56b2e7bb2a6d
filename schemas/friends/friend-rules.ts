import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';

/** FR1 only one of the two ends a friendship. FR2 there must be one. */
export function checkUnfriend(actor: Actor, friendship: { readonly user_id: string }, facts: { readonly areFriends: boolean }): Verdict {
  if (friendship.user_id !== actor.userId) return refuse('NOT_ONESELF');
  return facts.areFriends ? allow : refuse('NOT_FOUND');
}

/** FR3 details are for direct friends. FR4 to others nothing is said of who is there, except of people in their network. */
export function checkFriendDetail(facts: { readonly areFriends: boolean; readonly inNetwork: boolean }): Verdict {
  if (facts.areFriends) return allow;
  return refuse(facts.inNetwork ? 'NOT_ALLOWED' : 'NOT_FOUND');
}
