/** What a chosen file is, by its bytes alone, before anything decodes it. */
import type { ImageRefusal, PixelSize } from '../../../../schemas/images/image.ts';
import { imageSizeOf } from './image-size.ts';
import { OPENED_MAX_BYTES } from './open-limits.ts';
import { orientationOf } from './orientation.ts';
import { isImageType, type PhotoType, photoTypeOf } from './photo-type.ts';

/**
 * Why a file is not opened. `IMAGE_EMPTY`: it has no bytes. `IMAGE_UNREAD`: the device did not hand them over. `IMAGE_VIDEO`: it is a film.
 * `IMAGE_FORMAT`: a kind of picture that this browser does not know. `IMAGE_NOT_DRAWN`: the browser drew nothing, or ended while it did.
 */
export type OpenRefusal = ImageRefusal | 'IMAGE_EMPTY' | 'IMAGE_UNREAD' | 'IMAGE_VIDEO' | 'IMAGE_FORMAT' | 'IMAGE_NOT_DRAWN';

/** A picture as its file holds it. `width` and `height` are those of the file, which `orientation` may turn. */
export interface PictureFile extends PixelSize {
  readonly type: PhotoType;
  /** from 1, upright, to 8, as cameras count */
  readonly orientation: number;
}

/** The picture in these bytes, or why a decoder need not try. Reads the header alone, so it is quick. */
export function lookAtFile(bytes: ArrayBuffer, mostPixels: number): PictureFile | OpenRefusal {
  const all = new Uint8Array(bytes);
  if (all.length === 0) return 'IMAGE_EMPTY';
  const type = photoTypeOf(all);
  if (type === null) return 'IMAGE_TYPE';
  if (type === 'video') return 'IMAGE_VIDEO';
  if (all.length > OPENED_MAX_BYTES) return 'IMAGE_TOO_LARGE';
  const size = imageSizeOf(all, type);
  if (!size) return 'IMAGE_DAMAGED';
  if (size.width * size.height > mostPixels) return 'IMAGE_TOO_MANY_PIXELS';
  return { type, ...size, orientation: isImageType(type) ? orientationOf(all, type) : 1 };
}
