/** Writes a drawn picture as WebP, or as JPG where the browser cannot write WebP. */

/** What a picture is written with first. */
export const QUALITY = 0.86;

export type PictureType = 'image/webp' | 'image/jpeg';

/** A browser that cannot write the type that it is asked for writes a PNG, which would be many times larger. */
export async function writeWebpOrJpeg<T extends Blob | null>(write: (type: PictureType) => Promise<T>): Promise<T> {
  const webp = await write('image/webp');
  return webp?.type === 'image/webp' ? webp : write('image/jpeg');
}

/** From here on a picture may be larger than it is meant to be, but never larger than is accepted. */
const GOOD_ENOUGH = 0.5;
const QUALITIES = [QUALITY, 0.74, 0.62, GOOD_ENOUGH, 0.4, 0.3];

/**
 * Writes a picture in the best quality that makes it small enough: at most `aim` bytes, or `most` where good quality takes more than `aim`.
 * Null if it was not written, or is larger even so.
 */
export async function encodeToFit(
  write: (quality: number) => Promise<Blob | null>,
  { aim, most }: { readonly aim: number; readonly most: number },
): Promise<Blob | null> {
  for (const quality of QUALITIES) {
    const written = await write(quality);
    if (!written || written.size === 0) return null;
    if (written.size <= (quality > GOOD_ENOUGH ? aim : most)) return written;
  }
  return null;
}
