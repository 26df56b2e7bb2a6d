import * as z from 'zod/mini';
import { allow, refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { profileSchema, settingId, settingSchema } from '../../../schemas/profiles/profile.ts';
import { checkSetting, checkUpdateProfile } from '../../../schemas/profiles/profile-rules.ts';
import { settingKindOf } from '../../../schemas/profiles/setting-kinds.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { setSetting } from './set-setting.ts';
import { updateProfile } from './update-profile.ts';

const { id, name, bio, location, interests, profile_image_url } = profileSchema.shape;
/** A device from before photos names none: the photo stays as it is. */
const writtenProfileSchema = z.object({ id, name, bio, location, interests, profile_image_url: z.optional(profile_image_url) });

/** What a pushed profile means: a change of one's own. Profiles are made by signing up and go with the account. */
export const pushProfile: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted === true) return refuse('UNKNOWN_WRITE');
  const written = writtenProfileSchema.safeParse(change.document);
  if (!written.success) return refuse('INVALID');
  const verdict = checkUpdateProfile(context.actor, written.data);
  if (!verdict.allowed) return verdict;
  const [held] = await context.tx<{ write_id: string }[]>`
    select write_id from profiles where id = ${written.data.id} for no key update`;
  if (!held || !change.assumed.includes(held.write_id)) return refuse('CONFLICT');
  return updateProfile(context, written.data);
};

/** What a pushed setting means: a choice of one's own, made or changed. */
export const pushSetting: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted === true) return refuse('UNKNOWN_WRITE');
  const written = settingSchema.safeParse(change.document);
  if (!written.success || written.data.id !== settingId(written.data.user_id, written.data.key)) return refuse('INVALID');
  const verdict = checkSetting(context.actor, written.data);
  if (!verdict.allowed) return verdict;
  const kind = settingKindOf(written.data);
  // Of what is about a group or a person the later write counts: a switch, or a position that only moves forward.
  if (typeof kind === 'object' && kind.kind !== 'choice') return goneIsDone(await setSetting(context, written.data));
  return setSetting(context, { ...written.data, assumed: change.assumed });
};

/** For a group that one is in no more nothing is left to set. */
const goneIsDone = (verdict: Verdict): Verdict => (!verdict.allowed && verdict.code === 'GROUP_NOT_FOUND' ? allow : verdict);
