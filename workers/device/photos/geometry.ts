/** Where the pixels of a picture go when it is cut, turned and made smaller. */
import type { PixelSize } from '../../../schemas/images/image.ts';
import type { PictureFile } from './file/look-at-file.ts';

/** A part of a picture: in its pixels, or in parts of its width and height. */
export interface Area extends PixelSize {
  readonly x: number;
  readonly y: number;
}

/** How a picture is turned: mirrored first, left to right, and then by quarters clockwise. */
export interface Turn {
  readonly mirrored: boolean;
  readonly quarters: number;
}

/** By the numbers of cameras, from 1 to 8. */
const turns: readonly Turn[] = [
  { mirrored: false, quarters: 0 },
  { mirrored: true, quarters: 0 },
  { mirrored: false, quarters: 2 },
  { mirrored: true, quarters: 2 },
  { mirrored: true, quarters: 3 },
  { mirrored: false, quarters: 1 },
  { mirrored: true, quarters: 1 },
  { mirrored: false, quarters: 3 },
];

/** What makes a picture of this orientation upright, and then turns it by more quarters clockwise. */
export function turnOf(orientation: number, more = 0): Turn {
  const { mirrored, quarters } = turns[orientation - 1] ?? { mirrored: false, quarters: 0 };
  return { mirrored, quarters: (((quarters + more) % 4) + 4) % 4 };
}

const isSideways = ({ quarters }: Turn): boolean => quarters % 2 === 1;

export const turnedSize = ({ width, height }: PixelSize, turn: Turn): PixelSize =>
  isSideways(turn) ? { width: height, height: width } : { width, height };

/** The size of a picture as people see it. */
export const uprightSize = (file: PictureFile): PixelSize => turnedSize(file, turnOf(file.orientation));

/** The largest size of these proportions within a square of this side, never larger than it is. */
export function fitWithin({ width, height }: PixelSize, side: number): PixelSize {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** As much of an area as is within a picture of this size, at least a pixel. */
function within({ x, y, width, height }: Area, size: PixelSize): Area {
  const [left, top] = [Math.min(Math.max(0, x), size.width - 1), Math.min(Math.max(0, y), size.height - 1)];
  return {
    x: left,
    y: top,
    width: Math.min(Math.max(1, x + width - left), size.width - left),
    height: Math.min(Math.max(1, y + height - top), size.height - top),
  };
}

/** An area that is given in parts of a picture, in the whole pixels of this size. */
export function scaledArea({ x, y, width, height }: Area, size: PixelSize): Area {
  const [left, top] = [Math.round(x * size.width), Math.round(y * size.height)];
  return { x: left, y: top, width: Math.round((x + width) * size.width) - left, height: Math.round((y + height) * size.height) - top };
}

/** Where an area of the turned picture is in the picture of this size before it is turned. */
export function areaBefore(area: Area, size: PixelSize, turn: Turn): Area {
  const { x, y, width, height } = within(area, turnedSize(size, turn));
  const [right, bottom] = [x + width, y + height];
  const before = {
    0: { x, y, width, height },
    1: { x: y, y: size.height - right, width: height, height: width },
    2: { x: size.width - right, y: size.height - bottom, width, height },
    3: { x: size.width - bottom, y: x, width: height, height: width },
  }[turn.quarters] ?? { x, y, width, height };
  return turn.mirrored ? { ...before, x: size.width - before.x - before.width } : before;
}

/** The matrix, as a canvas takes it, that draws a picture of this size turned, with its upper left corner at zero. */
export function matrixOf(
  { width, height }: PixelSize,
  { mirrored, quarters }: Turn,
): readonly [number, number, number, number, number, number] {
  const [s, t] = mirrored ? [-1, width] : [1, 0];
  if (quarters === 1) return [0, s, -1, 0, height, t];
  if (quarters === 2) return [-s, 0, 0, -1, width - t, height];
  if (quarters === 3) return [0, -s, 1, 0, 0, width - t];
  return [s, 0, 0, 1, t, 0];
}

/** No canvas of ours has more: where it has, iPhones draw nothing and report nothing. */
export const CANVAS_MAX_PIXELS = 16_777_216;
const CANVAS_MAX_SIDE = 16_384;
const isTooLarge = ({ width, height }: PixelSize): boolean =>
  width * height > CANVAS_MAX_PIXELS || Math.max(width, height) > CANVAS_MAX_SIDE;

/**
 * The sizes of the canvases over which a picture gets smaller, each at most twice as wide and high as the next, from the largest that is
 * allowed. The last one is `to`.
 */
export function stepsDown(from: PixelSize, to: PixelSize): PixelSize[] {
  const steps = [to];
  for (;;) {
    const [{ width, height } = to] = steps;
    const larger = { width: width * 2, height: height * 2 };
    if (larger.width >= from.width || larger.height >= from.height || isTooLarge(larger)) return steps;
    steps.unshift(larger);
  }
}
