/** Turns a chosen file into pixels. The file itself never leaves the page: the stored photo is redrawn from these pixels. */
import { type ImageRefusal, imageTypeOf } from '../../../schemas/images/image.ts';
import { imageSizeOf } from '../../../schemas/images/image-size.ts';

/** The longest side of the working picture: enough for a sharp photo at the closest zoom, and small enough for the canvas of a phone. */
const WORKING_SIDE = 2400;

/**
 * What a page may decode, which is more than the server accepts: the page sends only a small square. Decoding takes four bytes for each
 * pixel, whatever the size of the file, so a file that claims more is refused before anything decodes it.
 */
export const OPENED_MAX_PIXELS = 120_000_000;
export const OPENED_MAX_BYTES = 300 * 1024 * 1024;
/** The size of an image is within its first bytes, after at most some colour profiles and a preview. */
const HEAD_BYTES = 4 * 1024 * 1024;

export type OpenedImage =
  | { readonly opened: true; readonly canvas: HTMLCanvasElement }
  | { readonly opened: false; readonly code: ImageRefusal };

/** The reason to refuse a file, as far as its first bytes and its length show it; null if a decoder may try. */
export function checkImageHead(head: Uint8Array, length: number): ImageRefusal | null {
  if (imageTypeOf(head) === null) return 'IMAGE_TYPE';
  if (length > OPENED_MAX_BYTES) return 'IMAGE_TOO_LARGE';
  const size = imageSizeOf(head);
  if (!size) return 'IMAGE_DAMAGED';
  return size.width * size.height > OPENED_MAX_PIXELS ? 'IMAGE_TOO_MANY_PIXELS' : null;
}

/** Reads a file as an image, upright and small enough to work with. A file that is refused is never read in full. */
export async function openImage(file: Blob): Promise<OpenedImage> {
  try {
    const code = checkImageHead(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()), file.size);
    if (code !== null) return { opened: false, code };
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    try {
      return { opened: true, canvas: drawSmaller(bitmap) };
    } finally {
      bitmap.close();
    }
  } catch {
    // The decoder gave up, or the file was deleted or cannot be loaded from its cloud.
    return { opened: false, code: 'IMAGE_DAMAGED' };
  }
}

function drawSmaller(image: ImageBitmap): HTMLCanvasElement {
  const scale = Math.min(1, WORKING_SIDE / Math.max(image.width, image.height));
  return drawn(Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale)), (context, { width, height }) =>
    context.drawImage(image, 0, 0, width, height),
  );
}

/** The picture after a quarter turn clockwise. */
export function turnRight(image: HTMLCanvasElement): HTMLCanvasElement {
  return drawn(image.height, image.width, (context, { width }) => {
    context.translate(width, 0);
    context.rotate(Math.PI / 2);
    context.drawImage(image, 0, 0);
  });
}

/** A new canvas with a white background for transparent parts, because a face is shown on many colours. */
export function drawn(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D, canvas: HTMLCanvasElement) => void,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws on no canvas of this size');
  context.imageSmoothingQuality = 'high';
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  draw(context, canvas);
  return canvas;
}
