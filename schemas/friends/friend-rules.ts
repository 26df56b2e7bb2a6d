import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';

/** FR1 Only one of the two friends ends a friendship. FR2 The friendship must exist. */
export function checkUnfriend(actor: Actor, friendship: { readonly user_id: string }, facts: { readonly areFriends: boolean }): Verdict {
  if (friendship.user_id !== actor.userId) return refuse('NOT_ONESELF');
  return facts.areFriends ? allow : refuse('NOT_FOUND');
}

/** FR3 Only direct friends see details. FR4 For others an answer does not reveal who exists, except for people in their network. */
export function checkFriendDetail(facts: { readonly areFriends: boolean; readonly inNetwork: boolean }): Verdict {
  if (facts.areFriends) return allow;
  return refuse(facts.inNetwork ? 'NOT_ALLOWED' : 'NOT_FOUND');
}
