/** The part of a photo that is kept: a frame of any proportions, in parts of the width and height of the picture. */
import type { Area } from '../../../workers/device/photos/geometry.ts';

/** Left out of a corner's name, a frame moves as a whole. */
export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';
export const corners: readonly Corner[] = ['top-left', 'top-right', 'bottom-left', 'bottom-right'];

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Smaller parts would be hard to get hold of, and would have few pixels. */
export const PART_MIN = 0.1;
/** One key moves the frame by this. */
const STEP = 0.02;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/** The frame, moved by so much, as far as the picture reaches. */
export const movedPart = (part: Area, by: Point): Area => ({
  ...part,
  x: clamp(part.x + by.x, 0, 1 - part.width),
  y: clamp(part.y + by.y, 0, 1 - part.height),
});

/** One side of the frame with its beginning or its end at this place. */
function sideTo(from: number, length: number, isEnd: boolean, to: number): readonly [from: number, length: number] {
  const end = from + length;
  if (isEnd) return [from, clamp(to, from + PART_MIN, 1) - from];
  const start = clamp(to, 0, end - PART_MIN);
  return [start, end - start];
}

/** The frame with this corner at a point, as far as that can be. The opposite corner stays. */
export function cornerTo(part: Area, corner: Corner, { x, y }: Point): Area {
  const [left, width] = sideTo(part.x, part.width, corner.endsWith('right'), x);
  const [top, height] = sideTo(part.y, part.height, corner.startsWith('bottom'), y);
  return { x: left, y: top, width, height };
}

export const placeOf = ({ x, y, width, height }: Area, corner: Corner): Point => ({
  x: corner.endsWith('right') ? x + width : x,
  y: corner.startsWith('bottom') ? y + height : y,
});

/** The corner that is nearest to a point. */
export function nearestCorner(part: Area, { x, y }: Point): Corner {
  const isLeft = x < part.x + part.width / 2;
  const isTop = y < part.y + part.height / 2;
  return isTop ? (isLeft ? 'top-left' : 'top-right') : isLeft ? 'bottom-left' : 'bottom-right';
}

const directions: ReadonlyMap<string, Point> = new Map([
  ['ArrowLeft', { x: -STEP, y: 0 }],
  ['ArrowRight', { x: STEP, y: 0 }],
  ['ArrowUp', { x: 0, y: -STEP }],
  ['ArrowDown', { x: 0, y: STEP }],
]);

/** The frame after a key; undefined if the key does nothing here. With Shift, keys move its lower right corner. */
export function partAfterKey(part: Area, key: string, shift: boolean): Area | undefined {
  const by = directions.get(key);
  if (!by) return undefined;
  if (!shift) return movedPart(part, by);
  const { x, y } = placeOf(part, 'bottom-right');
  return cornerTo(part, 'bottom-right', { x: x + by.x, y: y + by.y });
}

export const isWhole = ({ x, y, width, height }: Area): boolean => x === 0 && y === 0 && width === 1 && height === 1;
