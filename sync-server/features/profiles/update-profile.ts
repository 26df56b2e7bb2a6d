import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { imageIdOf } from '../../../schemas/images/image.ts';
import type { Profile } from '../../../schemas/profiles/profile.ts';
import { checkUpdateProfile } from '../../../schemas/profiles/profile-rules.ts';
import type { Command } from '../../sync/command.ts';
import { dropOwnImage, lockOwnImage } from '../images/own-image.ts';
import { recordProfile } from './record-profile.ts';

type Changeable = Pick<Profile, 'name' | 'bio' | 'location' | 'interests' | 'profile_image_url'>;
export type ProfileUpdate = Pick<Profile, 'id'> & { readonly [Field in keyof Changeable]?: Changeable[Field] | undefined };

/**
 * Changes the actor's profile; a field that is not named stays. A new name or image also reaches the rows that carry it to others. The
 * image is the actor's own, or one that is still to come. The image that was there before is deleted.
 */
export const updateProfile: Command<ProfileUpdate> = async (context, update) => {
  const { tx, actor } = context;
  const verdict = checkUpdateProfile(actor, update);
  if (!verdict.allowed) return verdict;
  const [before] = await tx<Profile[]>`
    select name, bio, location, interests, profile_image_url from profiles where id = ${actor.userId} for no key update`;
  if (!before) return allow;
  const after = {
    name: update.name ?? before.name,
    bio: update.bio ?? before.bio,
    location: update.location ?? before.location,
    interests: update.interests ?? before.interests,
    profile_image_url: update.profile_image_url === undefined ? before.profile_image_url : update.profile_image_url,
  };
  const imageChanges = after.profile_image_url !== before.profile_image_url;
  if (imageChanges && after.profile_image_url !== null) {
    const id = imageIdOf(after.profile_image_url);
    const named = id === null ? refuse('INVALID') : await lockOwnImage(context, id);
    if (!named.allowed) return named;
  }
  await tx`
    update profiles set name = ${after.name}, bio = ${after.bio}, location = ${after.location}, interests = ${after.interests}::text[],
      profile_image_url = ${after.profile_image_url}, write_id = ${context.writeId}
    where id = ${actor.userId}`;
  if (imageChanges) await dropOwnImage(context, before.profile_image_url);
  await recordProfile(context, { withCarriers: imageChanges || after.name !== before.name });
  return allow;
};
