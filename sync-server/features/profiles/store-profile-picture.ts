import { allow } from '../../../schemas/base/refusal.ts';
import { imageUrl } from '../../../schemas/images/image.ts';
import type { Engine } from '../../sync/engine.ts';
import { lockMembers } from '../../sync/member-locks.ts';
import { convertImage, profileImageSize } from '../images/convert-image.ts';
import { storeImage } from '../images/store-image.ts';
import { updateProfile } from './update-profile.ts';

/**
 * Makes these bytes the image of a member's profile, as if the member had sent it. `inPlaceOf` says whether it may replace an image that is
 * there already. False if it could not be stored.
 */
export async function storeProfilePicture(engine: Engine, userId: string, bytes: Buffer, inPlaceOf: 'any' | 'none'): Promise<boolean> {
  const image = await convertImage(bytes, profileImageSize, {
    member: userId,
    charge: (megapixels) => engine.charge({ userId }, megapixels - 1),
  });
  if (typeof image === 'string') return false;
  const id = engine.newId();
  let kept = false;
  const verdict = await engine.run({ userId }, engine.newId(), async (context) => {
    kept = false;
    await lockMembers(context.tx, userId);
    const [profile] = await context.tx<{ profile_image_url: string | null }[]>`
      select profile_image_url from profiles where id = ${userId}`;
    // By now the account was deleted, or the member has chosen an image themselves.
    if (!profile || (inPlaceOf === 'none' && profile.profile_image_url !== null)) return allow;
    const named = await updateProfile(context, { id: userId, profile_image_url: imageUrl(id) });
    if (!named.allowed) return named;
    const stored = await storeImage(context, { id, image });
    kept = stored.allowed;
    return stored;
  });
  return verdict.allowed && kept;
}
