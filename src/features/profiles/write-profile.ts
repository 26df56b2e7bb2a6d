/** Changes the signed-in member's profile, in the local store only. The worker sends it when there is a connection. */
import { PROFILE_NAME_MAX } from '../../../schemas/account/account-limits.ts';
import { refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { isBlank, isHiddenCharacters } from '../../../schemas/base/text.ts';
import { type ProfileText, profile } from '../../../schemas/profiles/profile.ts';
import { BIO_MAX, INTERESTS_MAX, LOCATION_MAX } from '../../../schemas/profiles/profile-limits.ts';
import { checkUpdateProfile } from '../../../schemas/profiles/profile-rules.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { userUpdated } from '../../data/session/session.ts';
import type { LocalStore } from '../../data/store/local-store.tsx';
import { change } from '../../data/store/local-write.ts';
import { commonText } from '../../text/common.ts';
import { profileText } from '../../text/profiles.ts';

/** The profile fields that are a single text each. */
export type ProfileField = {
  [Field in keyof ProfileText]: ProfileText[Field] extends string ? Field : never;
}[keyof ProfileText];

/** How long each may be. */
export const profileMaxima: Readonly<Record<ProfileField, number>> = { name: PROFILE_NAME_MAX, bio: BIO_MAX, location: LOCATION_MAX };
export const profileFields = Object.keys(profileMaxima) as readonly ProfileField[];

/** The error for a field as it was typed; null if the profile can have it. */
export function profileFieldError(field: ProfileField, text: string): string | null {
  if (field === 'name' && isBlank(text)) return commonText.nameRequired;
  const parsed = profile.text.shape[field].safeParse(text);
  if (parsed.success) return null;
  return isHiddenCharacters(parsed.error) ? answerWording.HIDDEN_CHARACTERS : profileText.unstorable;
}

/** Changes one text of the member's own profile. An unchanged text is not written. */
export async function writeProfileField(store: LocalStore, field: ProfileField, text: string): Promise<Verdict> {
  const parsed = profile.text.shape[field].safeParse(text);
  if (!parsed.success) return refuse('INVALID');
  const verdict = await writeProfile(store, { [field]: parsed.data });
  if (verdict.allowed && field === 'name') userUpdated('name', { name: parsed.data });
  return verdict;
}

/** Adds an interest before the one at this place, else at the end. If it exists already, in any case, nothing is added. */
export async function addInterest(store: LocalStore, interest: string, place?: number): Promise<Verdict> {
  const stored = await readInterests(store);
  const added = interest.trim();
  if (isBlank(added)) return refuse('INVALID');
  if (stored.some((one) => one.toLocaleLowerCase() === added.toLocaleLowerCase())) return { allowed: true };
  const parsed = profile.text.shape.interests.safeParse(stored.toSpliced(place ?? stored.length, 0, added));
  return parsed.success ? writeProfile(store, { interests: parsed.data }) : refuse('INVALID');
}

export async function removeInterest(store: LocalStore, interest: string): Promise<Verdict> {
  const stored = await readInterests(store);
  return writeProfile(store, { interests: stored.filter((one) => one !== interest) });
}

/** Sets the member's photo to the URL that `keepImage` returned, or removes it with null. */
export const writeProfilePhoto = (store: LocalStore, url: string | null): Promise<Verdict> =>
  writeProfile(store, { profile_image_url: url });

/** Whether a profile with this many interests can take another. */
export const takesInterests = (count: number): boolean => count < INTERESTS_MAX;

async function readInterests(store: LocalStore): Promise<readonly string[]> {
  const row = await store.collections.profiles.findOne(store.userId).exec();
  return row?.interests ?? [];
}

async function writeProfile(store: LocalStore, patch: Partial<ProfileText>): Promise<Verdict> {
  const verdict = checkUpdateProfile(store, { id: store.userId });
  if (!verdict.allowed) return verdict;
  const row = await store.collections.profiles.findOne(store.userId).exec();
  if (!row) return refuse('NOT_FOUND');
  if (!profile.sameText(profile.textAfter(row, patch), row)) await change(store, 'profiles', store.userId, patch);
  return verdict;
}
