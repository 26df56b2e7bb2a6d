import { allow, refuse } from '../../../schemas/base/refusal.ts';
import type { Command } from '../../sync/command.ts';
import type { ConvertedImage } from './convert-image.ts';
import { isNamed, lockOwnImage } from './own-image.ts';

/**
 * Stores the bytes of an image that a row of the actor names. The first bytes stay: sending the same again, or others, changes nothing. The
 * row that names the image does not change, so nothing is recorded: its readers' open streams hear that the bytes arrived, and devices
 * that missed it ask again by themselves.
 */
export const storeImage: Command<{ readonly id: string; readonly image: ConvertedImage }> = async (context, { id, image }) => {
  const { tx, actor } = context;
  // Locked before the image, in the same order as when a row names one.
  const owner = await tx`select from profiles where id = ${actor.userId} for no key update`;
  // The account was deleted while the image was on its way.
  if (owner.count === 0) return refuse('NOT_FOUND');
  if (!(await isNamed(tx, actor, id))) return refuse('NOT_FOUND');
  const verdict = await lockOwnImage(context, id);
  if (!verdict.allowed) return verdict;
  const { count } = await tx`
    update images set bytes = ${image.bytes}, type = ${image.type}, size = ${image.bytes.byteLength}, width = ${image.width},
      height = ${image.height}, hash = ${image.hash}
    where id = ${id} and bytes is null`;
  if (count === 0) return allow;
  context.stores(image.bytes.byteLength);
  context.imageArrived(id);
  return allow;
};
