import type { SomeOf } from '../../../schemas/base/entity.ts';
import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { imageIdOf } from '../../../schemas/images/image.ts';
import { type Profile, type ProfileText, profile } from '../../../schemas/profiles/profile.ts';
import { checkUpdateProfile } from '../../../schemas/profiles/profile-rules.ts';
import type { Command } from '../../sync/command.ts';
import { lockMembers } from '../../sync/member-locks.ts';
import { dropProfileImage, nameProfileImage } from './profile-image.ts';
import { recordProfile } from './record-profile.ts';

export type ProfileUpdate = SomeOf<ProfileText> & { readonly id: string };

/**
 * Changes the actor's profile; a field that is not named stays. A new name or image also reaches the rows that carry it to others. The
 * image is the actor's own, or one that is still to come. The image that was there before is deleted. The member is locked first, as by
 * an invitation: if that commits first it is recorded again here, and if it comes later it has the new name.
 */
export const updateProfile: Command<ProfileUpdate> = async (context, update) => {
  const { tx, actor } = context;
  const verdict = checkUpdateProfile(actor, update);
  if (!verdict.allowed) return verdict;
  await lockMembers(tx, actor.userId);
  const [before] = await tx<Profile[]>`select * from profile_rows where id = ${actor.userId}`;
  if (!before) return allow;
  const after = profile.textAfter(before, update);
  const imageChanges = after.profile_image_url !== before.profile_image_url;
  if (imageChanges && after.profile_image_url !== null) {
    const id = imageIdOf(after.profile_image_url);
    const named = id === null ? refuse('INVALID') : await nameProfileImage(context, id);
    if (!named.allowed) return named;
  }
  const nameChanges = after.name !== before.name;
  if (nameChanges) await context.countRare('name', actor.userId);
  if (imageChanges) await context.countRare('photo', actor.userId);
  await tx`update profiles set ${tx(after)}, write_id = ${context.writeId} where id = ${actor.userId}`;
  if (imageChanges) await dropProfileImage(context, before.profile_image_url);
  await recordProfile(context, { withCarriers: imageChanges || nameChanges });
  return allow;
};
