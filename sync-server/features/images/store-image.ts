import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { hasProportions } from '../../../schemas/images/image-rules.ts';
import type { Command } from '../../sync/command.ts';
import type { ConvertedImage } from './convert-image.ts';
import { dropParts } from './image-uploads.ts';
import { reservedNow } from './photo-storage.ts';

/**
 * Stores the bytes of an image that a row of the actor names. The first bytes stay: sending the same again, or others, changes nothing. The
 * row that names the image does not change, so nothing is recorded: its readers' open streams hear that the bytes arrived, and devices
 * that missed it ask again by themselves.
 */
export const storeImage: Command<{ readonly id: string; readonly image: ConvertedImage }> = async (context, { id, image }) => {
  const { tx, actor } = context;
  // The row that named it, and with it the image, may have gone while the bytes were on their way.
  const [named] = await tx<{ stored: boolean; width: number | null; height: number | null; counted: number }[]>`
    select i.stored_at is not null as stored, i.width, i.height, greatest(u.received, ${reservedNow(tx)}) as counted
    from images i left join image_uploads u on u.image_id = i.id where i.id = ${id} and i.owner_id = ${actor.userId} for no key update of i`;
  if (!named) return refuse('NOT_FOUND');
  if (named.stored) return allow;
  const { width, height, counted } = named;
  if (width !== null && height !== null && !hasProportions(image.large, { width, height })) return refuse('IMAGE_SIZE');
  const variants = [{ variant: 'large', ...image.large }, ...(image.small ? [{ variant: 'small', ...image.small }] : [])];
  await tx`insert into image_variants ${tx(variants.map((one) => ({ image_id: id, size: one.bytes.byteLength, ...one })))}`;
  await dropParts(tx, id);
  await tx`update images set stored_at = now() where id = ${id}`;
  const size = variants.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  context.storesPhotos(Math.max(0, size - counted));
  context.imageArrived(id);
  return allow;
};
