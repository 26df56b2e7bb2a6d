import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';
import { SETTINGS_MAX } from './setting-limits.ts';

/** PR1 A member changes only their own profile. */
export function checkUpdateProfile(actor: Actor, profile: { readonly id: string }): Verdict {
  return profile.id === actor.userId ? allow : refuse('NOT_ONESELF');
}

/** PR2 A member sets only their own settings. */
export function checkSetting(actor: Actor, setting: { readonly user_id: string }): Verdict {
  return setting.user_id === actor.userId ? allow : refuse('NOT_ONESELF');
}

/** PR3 A member has a bounded number of settings. Fact: how many there are before another one is added. */
export const checkAddSetting = (count: number): Verdict => (count < SETTINGS_MAX ? allow : refuse('TOO_MANY_SETTINGS'));
