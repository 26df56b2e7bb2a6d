import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';

/** PR1 A member changes only their own profile. */
export function checkUpdateProfile(actor: Actor, profile: { readonly id: string }): Verdict {
  return profile.id === actor.userId ? allow : refuse('NOT_ONESELF');
}

/** PR2 A member sets only their own settings. */
export function checkSetting(actor: Actor, setting: { readonly user_id: string }): Verdict {
  return setting.user_id === actor.userId ? allow : refuse('NOT_ONESELF');
}
