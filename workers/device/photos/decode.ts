/** Turns the bytes of a picture into pixels, of no more than are needed where the browser can do that. */
import type { PixelSize } from '../../../schemas/images/image.ts';
import { cutMetadata, joined } from './file/cut-metadata.ts';
import type { PictureFile } from './file/look-at-file.ts';
import { isImageType, type PhotoType } from './file/photo-type.ts';

export interface Decoded extends PixelSize {
  readonly source: ImageBitmap;
  /** the size of the picture before it was made smaller */
  readonly whole: PixelSize;
  readonly orientation: number;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** The file without what says how it lies, so that all browsers decode it the same way, and the turning is done here. */
const untouched = (bytes: Bytes, { type }: PictureFile): Bytes[] =>
  isImageType(type) ? cutMetadata(bytes, type, { orientation: 1, profile: true }) : [bytes];

/**
 * Decodes a picture, at least at this scale. The caller closes it. @throws if the browser cannot decode it
 *
 * With `byEighths` a JPG is decoded to eighths of its size: a decoder gets them in passing, in half the time and a tenth of the memory.
 */
export async function decode(
  bytes: ArrayBuffer,
  file: PictureFile,
  scale: number,
  { byEighths }: { readonly byEighths: boolean },
): Promise<Decoded> {
  const pieces = untouched(new Uint8Array(bytes), file);
  const { type, orientation, width, height } = file;
  const whole = { width, height };
  if (!isImageType(type)) {
    // The browser turns these by rules of their own, and knows their size only then.
    const source = await createImageBitmap(blobOf(pieces, type));
    const size = { width: source.width, height: source.height };
    return { source, ...size, whole: size, orientation: 1 };
  }
  const eighths = Math.ceil(scale * 8);
  if (byEighths && type === 'image/jpeg' && eighths < 8) {
    const source = await decodeJpeg(joined(pieces).buffer, eighthsOf(whole, eighths)).catch(() => null);
    if (source) return { source, width: source.width, height: source.height, whole, orientation };
  }
  const source = await createSmallBitmap(blobOf(pieces, type), scaled(whole, scale), whole);
  return { source, width: source.width, height: source.height, whole, orientation };
}

/** Firefox finds out what a file is by the first piece alone, so that one is long enough. */
function blobOf(pieces: readonly Bytes[], type: PhotoType): Blob {
  let [count, length] = [0, 0];
  for (; count < pieces.length && length < 16; count += 1) length += pieces[count]?.length ?? 0;
  return new Blob([joined(pieces.slice(0, count)), ...pieces.slice(count)], { type });
}

const eighthsOf = ({ width, height }: PixelSize, eighths: number): PixelSize => ({
  width: Math.ceil((width * eighths) / 8),
  height: Math.ceil((height * eighths) / 8),
});

const scaled = ({ width, height }: PixelSize, scale: number): PixelSize => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

const isOfSize = (image: PixelSize, { width, height }: PixelSize): boolean => image.width === width && image.height === height;

/** A JPG in this size, which is a number of eighths of its own; null where the browser decodes to another. The bytes are handed over. */
export async function decodeJpeg(data: ArrayBuffer, size: PixelSize): Promise<ImageBitmap | null> {
  const decoder = new ImageDecoder({
    type: 'image/jpeg',
    data,
    transfer: [data],
    desiredWidth: size.width,
    desiredHeight: size.height,
  });
  try {
    const { image } = await decoder.decode();
    try {
      // Chromium keeps a copy of each frame that is drawn, in a cache that it empties late. It keeps none of bitmaps.
      return isOfSize({ width: image.displayWidth, height: image.displayHeight }, size) ? await createImageBitmap(image) : null;
    } finally {
      image.close();
    }
  } finally {
    decoder.close();
  }
}

/** A picture in this size, or in its own where the browser does not decode to another. */
async function createSmallBitmap(blob: Blob, size: PixelSize, whole: PixelSize): Promise<ImageBitmap> {
  if (!isOfSize(whole, size)) {
    const options: ImageBitmapOptions = { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'high' };
    const small = await createImageBitmap(blob, options).catch(() => null);
    if (small && (isOfSize(small, size) || isOfSize(small, whole))) return small;
    small?.close();
  }
  const bitmap = await createImageBitmap(blob);
  if (isOfSize(bitmap, whole)) return bitmap;
  bitmap.close();
  throw new Error('The picture has another size than its file says');
}
