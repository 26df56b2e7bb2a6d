/** Canvases as photos need them: those of a page and those of a worker, or what a test hands in. */
import type { PixelSize } from '../../../schemas/images/image.ts';

/** What both kinds of canvas can do. */
export type DrawingContext = Pick<
  OffscreenCanvasRenderingContext2D,
  'drawImage' | 'fillRect' | 'fillStyle' | 'getImageData' | 'imageSmoothingQuality' | 'setTransform'
>;

export interface Surface extends PixelSize {
  readonly context: DrawingContext;
  /** the canvas itself, to draw from */
  readonly source: CanvasImageSource;
  /** Resolves to null if the browser writes nothing. A browser that does not know the type writes another. */
  encode(type: string, quality: number): Promise<Blob | null>;
  /** Frees the memory at once. A canvas that waits to be collected counts as used, and iPhones have little for all of them. */
  free(): void;
}

/** Makes a surface of this size. @throws Error where the browser has no canvas of it */
export type MakeSurface<S extends Surface = Surface> = (size: PixelSize) => S;

/** Software draws these: what a graphics card cannot hold, it leaves black. And no picture has alpha, so none is encoded. */
export const CONTEXT_SETTINGS = { alpha: false, willReadFrequently: true };

/** The context, ready to draw on: white where a picture is transparent, because photos are shown on many colours. */
export function prepared<T extends DrawingContext>(context: T | null, { width, height }: PixelSize): T {
  if (!context) throw new Error('This browser draws on no canvas of this size');
  context.imageSmoothingQuality = 'high';
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  return context;
}

/** A surface without a page: in a worker. */
export const offscreenSurface: MakeSurface = (size) => {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = prepared(canvas.getContext('2d', CONTEXT_SETTINGS), size);
  return {
    ...size,
    context,
    source: canvas,
    encode: (type, quality) => canvas.convertToBlob({ type, quality }),
    free: () => {
      canvas.width = 0;
      canvas.height = 0;
    },
  };
};
