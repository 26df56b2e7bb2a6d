import { imageUrl } from '../../../schemas/images/image.ts';
import { allow } from '../../../schemas/protocol/refusal.ts';
import type { Command } from '../../sync/feature.ts';
import { recordProfile } from '../profiles/record-profile.ts';
import type { ConvertedImage } from './convert-image.ts';
import { holdOwnImage } from './own-image.ts';

/**
 * Keeps the bytes of one's own image. The first stay: the same sent again, or others, change nothing. Where a row names the image already it
 * goes out to its readers once more, so that devices which asked in vain ask again.
 */
export const storeImage: Command<{ readonly id: string; readonly image: ConvertedImage }> = async (context, { id, image }) => {
  const { tx, actor } = context;
  // Before the image, as by whoever names one.
  const [profile] = await tx<{ profile_image_url: string | null }[]>`
    select profile_image_url from profiles where id = ${actor.userId} for no key update`;
  const verdict = await holdOwnImage(context, id);
  if (!verdict.allowed) return verdict;
  const { count } = await tx`
    update images set bytes = ${image.bytes}, type = ${image.type}, size = ${image.bytes.byteLength}, width = ${image.width},
      height = ${image.height}, hash = ${image.hash}
    where id = ${id} and bytes is null`;
  if (count === 0) return allow;
  context.stores(image.bytes.byteLength);
  if (profile?.profile_image_url === imageUrl(id)) await recordProfile(context, { brought: true });
  return allow;
};
