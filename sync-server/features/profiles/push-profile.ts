import * as z from 'zod/mini';
import { refuse } from '../../../schemas/base/refusal.ts';
import { profile } from '../../../schemas/profiles/profile.ts';
import { checkUpdateProfile } from '../../../schemas/profiles/profile-rules.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { lockMembers } from '../../sync/member-locks.ts';
import { updateProfile } from './update-profile.ts';

/** A client that does not know photos names none: the photo stays as it is. */
const writtenProfileSchema = z.extend(profile.change, { profile_image_url: z.optional(profile.text.shape.profile_image_url) });

/** What a pushed profile means: a change of the member's own. Profiles are made by signing up and deleted with the account. */
export const pushProfile: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted === true) return refuse('UNKNOWN_WRITE');
  const written = writtenProfileSchema.safeParse(change.document);
  if (!written.success) return refuse('INVALID');
  const verdict = checkUpdateProfile(context.actor, written.data);
  if (!verdict.allowed) return verdict;
  await lockMembers(context.tx, context.actor.userId);
  const [held] = await context.tx<{ write_id: string }[]>`select write_id from profiles where id = ${written.data.id}`;
  if (!held || !change.assumed.includes(held.write_id)) return refuse('CONFLICT');
  return updateProfile(context, written.data);
};
