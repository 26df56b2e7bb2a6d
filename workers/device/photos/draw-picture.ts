/** Draws a chosen picture upright, cut, turned and made smaller. The page draws the photo of a member with it, the worker those of posts. */
import type { PixelSize } from '../../../schemas/images/image.ts';
import { decode } from './decode.ts';
import type { OpenRefusal, PictureFile } from './file/look-at-file.ts';
import { isImageType } from './file/photo-type.ts';
import { type Area, areaBefore, fitWithin, matrixOf, scaledArea, stepsDown, type Turn, turnedSize, turnOf } from './geometry.ts';
import type { MakeSurface, Surface } from './surface.ts';

export interface Wanted {
  /** the longest side */
  readonly side: number;
  /** quarter turns clockwise */
  readonly turns: number;
  /** the part to keep, in parts of the width and height of the upright picture before these turns; left out for all of it */
  readonly area?: Area | undefined;
}

export interface Means<S extends Surface> {
  readonly surface: MakeSurface<S>;
  /** whether this browser decodes a JPG to eighths of its size (`try-canvas.ts`) */
  readonly byEighths: boolean;
}

/** The part of the stored picture that is wanted, and the turn that it gets. */
function planFor(stored: PixelSize, orientation: number, { turns, area }: Wanted): { readonly part: Area; readonly turn: Turn } {
  const upright = turnOf(orientation);
  const part = area ? areaBefore(scaledArea(area, turnedSize(stored, upright)), stored, upright) : { x: 0, y: 0, ...stored };
  return { part, turn: turnOf(orientation, turns) };
}

/** The size in which this picture is drawn, as far as its header says. */
export function drawnSize(file: PictureFile, wanted: Wanted): PixelSize {
  const { part, turn } = planFor(file, file.orientation, wanted);
  return turnedSize(fitWithin(part, wanted.side), turn);
}

/**
 * Draws a part of the source in this size, over smaller and smaller surfaces, and turned on the last one. Calls `release` as soon as the
 * source is not needed any more.
 */
export function drawSmaller<S extends Surface>(
  surface: MakeSurface<S>,
  { source, part, release }: { readonly source: CanvasImageSource; readonly part: Area; readonly release?: () => void },
  size: PixelSize,
  turn: Turn = turnOf(1),
): S {
  const [first = size, ...rest] = stepsDown(part, size);
  const draw = (from: CanvasImageSource, { x, y, width, height }: Area, to: PixelSize, isLast: boolean): S => {
    const next = surface(isLast ? turnedSize(to, turn) : to);
    if (isLast) next.context.setTransform(...matrixOf(to, turn));
    // Down to a half, a mix of four pixels is as good. Chromium would build smaller pictures in between, which takes three times as long.
    next.context.imageSmoothingQuality = width <= to.width * 2 && height <= to.height * 2 ? 'low' : 'high';
    next.context.drawImage(from, x, y, width, height, 0, 0, to.width, to.height);
    if (isLast) next.context.setTransform(1, 0, 0, 1, 0, 0);
    return next;
  };
  let drawn = draw(source, part, first, rest.length === 0);
  release?.();
  for (const [nth, step] of rest.entries()) {
    const before = drawn;
    try {
      drawn = draw(before.source, { x: 0, y: 0, width: before.width, height: before.height }, step, nth === rest.length - 1);
    } finally {
      before.free();
    }
  }
  return drawn;
}

/**
 * The picture on a surface, which the caller frees, or why there is none. @throws only the reason of an aborted `signal`: a decoder that
 * has begun ends first
 */
export async function drawPicture<S extends Surface>(
  bytes: ArrayBuffer,
  file: PictureFile,
  wanted: Wanted,
  { surface, byEighths }: Means<S>,
  signal?: AbortSignal,
): Promise<S | OpenRefusal> {
  const { part } = planFor(file, file.orientation, wanted);
  const scale = Math.min(1, wanted.side / Math.max(part.width, part.height));
  const decoded = await decode(bytes, file, scale, { byEighths }).catch(() => null);
  try {
    signal?.throwIfAborted();
    // Of the kinds that are no ordinary ones, a browser may know none.
    if (!decoded) return isImageType(file.type) ? 'IMAGE_DAMAGED' : 'IMAGE_FORMAT';
    const { source, width, height, whole, orientation } = decoded;
    const { part, turn } = planFor(whole, orientation, wanted);
    const [across, down] = [width / whole.width, height / whole.height];
    const onSource = { x: part.x * across, y: part.y * down, width: part.width * across, height: part.height * down };
    return drawSmaller(surface, { source, part: onSource, release: () => source.close() }, fitWithin(part, wanted.side), turn);
  } catch (reason) {
    if (signal?.aborted) throw reason;
    return 'IMAGE_NOT_DRAWN';
  } finally {
    decoded?.source.close();
  }
}
