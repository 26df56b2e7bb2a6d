import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from '../../../schemas/images/image.ts';
import { hasProportions } from '../../../schemas/images/image-rules.ts';
import { FULL_SIDE } from '../../../schemas/images/photo-limits.ts';
import { cutMetadata, joined } from './file/cut-metadata.ts';
import type { PictureFile } from './file/look-at-file.ts';
import { isImageType } from './file/photo-type.ts';
import { fitWithin, uprightSize } from './geometry.ts';
import type { PhotoRefusal, ShrunkPhoto } from './shrunk-photo.ts';

/**
 * The file itself, without its metadata but for how it lies, as far as the server takes it: the server makes it small. It has no preview,
 * because that would need pixels.
 */
export async function sendAsItIs(bytes: ArrayBuffer, file: PictureFile, side: number): Promise<ShrunkPhoto | PhotoRefusal> {
  const { type, orientation } = file;
  if (!isImageType(type)) return 'IMAGE_CANVAS';
  const large = joined(cutMetadata(new Uint8Array(bytes), type, { orientation, profile: false })).buffer;
  const size = fitWithin(uprightSize(file), side);
  const isAccepted =
    large.byteLength <= IMAGE_MAX_BYTES && file.width * file.height <= IMAGE_MAX_PIXELS && hasProportions(uprightSize(file), size);
  if (!isAccepted) return 'IMAGE_CANVAS';
  // What does not decode here does not decode on the server, or for friends.
  const tried = { resizeWidth: 1, resizeHeight: 1 };
  const bitmap = await createImageBitmap(new Blob([large], { type }), tried).catch(() => null);
  if (!bitmap) return 'IMAGE_DAMAGED';
  bitmap.close();
  return { large, small: large.slice(0), type, ...size, thumbhash: '', full: fitWithin(uprightSize(file), FULL_SIDE), editable: false };
}
