import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { hasProportions } from '../../../schemas/images/image-rules.ts';
import type { Command } from '../../sync/command.ts';
import type { ConvertedImage } from './convert-image.ts';
import { dropParts } from './image-uploads.ts';

/**
 * Stores the bytes of an image that a row of the actor names. The first bytes stay: sending the same again, or others, changes nothing. The
 * row that names the image does not change, so nothing is recorded: its readers' open streams hear that the bytes arrived, and devices
 * that missed it ask again by themselves.
 */
export const storeImage: Command<{ readonly id: string; readonly image: ConvertedImage }> = async (context, { id, image }) => {
  const { tx, actor } = context;
  // The row that named it, and with it the image, may have gone while the bytes were on their way.
  const [named] = await tx<{ stored: boolean; width: number | null; height: number | null }[]>`
    select stored_at is not null as stored, width, height from images where id = ${id} and owner_id = ${actor.userId} for no key update`;
  if (!named) return refuse('NOT_FOUND');
  if (named.stored) return allow;
  const { width, height } = named;
  if (width !== null && height !== null && !hasProportions(image.large, { width, height })) return refuse('IMAGE_SIZE');
  const variants = [{ variant: 'large', ...image.large }, ...(image.small ? [{ variant: 'small', ...image.small }] : [])];
  await tx`insert into image_variants ${tx(variants.map((one) => ({ image_id: id, size: one.bytes.byteLength, ...one })))}`;
  await dropParts(tx, id);
  await tx`update images set stored_at = now() where id = ${id}`;
  context.stores(variants.reduce((sum, { bytes }) => sum + bytes.byteLength, 0));
  context.imageArrived(id);
  return allow;
};
