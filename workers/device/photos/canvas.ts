/** Canvases that no page shows. Phones have little memory for them, so each is given back at once. */
import type { PixelSize } from '../../../schemas/images/image.ts';

/** An iPhone draws on no canvas with more pixels. */
export const MAX_CANVAS_PIXELS = 16_777_216;

/** @throws Error where this browser draws on no canvas of this size */
export function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser draws on no canvas of this size');
  return context;
}

/** Gives the memory of a canvas back, which its removal alone does not do everywhere. */
export function freed(canvas: OffscreenCanvas): void {
  canvas.width = 0;
  canvas.height = 0;
}

/** The picture in this size, then turned to the right by so many quarters. Transparent parts are white. */
export function drawn(size: PixelSize, picture: ImageBitmap | OffscreenCanvas, turns: number): OffscreenCanvas {
  const lying = turns % 2 !== 0;
  const canvas = lying ? new OffscreenCanvas(size.height, size.width) : new OffscreenCanvas(size.width, size.height);
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(picture, -size.width / 2, -size.height / 2, size.width, size.height);
  return canvas;
}

/** The picture as WebP, or as JPEG where the browser writes no WebP. */
export async function encoded(canvas: OffscreenCanvas, quality: number): Promise<ArrayBuffer> {
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality });
  // It then writes a PNG, which would be many times larger.
  return (webp.type === 'image/webp' ? webp : await canvas.convertToBlob({ type: 'image/jpeg', quality })).arrayBuffer();
}

const KNOWN = ['#d03020', '#20a040', '#3040d0', '#e0c020'] as const;
let isTrue: boolean | undefined;

/** Whether what is drawn can be read again. A browser that protects against being recognized returns noise. */
export function isTrueCanvas(): boolean {
  isTrue ??= tryCanvas();
  return isTrue;
}

function tryCanvas(): boolean {
  const canvas = new OffscreenCanvas(KNOWN.length, 1);
  try {
    const context = contextOf(canvas);
    KNOWN.forEach((colour, x) => {
      context.fillStyle = colour;
      context.fillRect(x, 0, 1, 1);
    });
    const { data } = context.getImageData(0, 0, KNOWN.length, 1);
    return KNOWN.every((colour, x) =>
      [1, 3, 5].every((at, nth) => Math.abs(Number.parseInt(colour.slice(at, at + 2), 16) - (data[4 * x + nth] ?? 0)) <= 2),
    );
  } catch {
    return false;
  } finally {
    freed(canvas);
  }
}
