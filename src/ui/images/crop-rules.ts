/** The position of a picture under the round crop window, and how it moves: in steps here, by hand in the cropper. */
import { IMAGE_SIDE } from '../../../schemas/images/image.ts';
import type { Area } from '../../../workers/device/photos/geometry.ts';

/** `x` and `y`: the distance from the middle of the window to the middle of the picture, in screen pixels. */
export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/**
 * The size of a picture in its own pixels, and the width of the crop window in screen pixels. At zoom 1 the picture just fills the window.
 */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly window: number;
}

export const ZOOM_MIN = 1;
export const ZOOM_MAX = 4;
export const ZOOM_STEP = 0.25;
/** One press moves the picture by this part of the window. */
const MOVE_PART = 1 / 16;

export const centred: Placement = { x: 0, y: 0, zoom: ZOOM_MIN };

export type Step = 'left' | 'right' | 'up' | 'down' | 'in' | 'out';

const moves: Readonly<Record<Step, readonly [x: number, y: number, zoom: number]>> = {
  left: [-1, 0, 0],
  right: [1, 0, 0],
  up: [0, -1, 0],
  down: [0, 1, 0],
  in: [0, 0, 1],
  out: [0, 0, -1],
};

/** The position after one step. The window never shows anything outside the picture. */
export function stepped(placing: Placement, step: Step, frame: Frame): Placement {
  const [x, y, zoom] = moves[step];
  if (zoom !== 0) return zoomed(placing, placing.zoom + zoom * ZOOM_STEP, frame);
  const far = frame.window * MOVE_PART;
  return within({ ...placing, x: placing.x + x * far, y: placing.y + y * far }, frame);
}

/** The position at another zoom. The middle of the window stays the same. */
export function zoomed(placing: Placement, zoom: number, frame: Frame): Placement {
  const next = clamp(zoom, ZOOM_MIN, ZOOM_MAX);
  const by = next / placing.zoom;
  return within({ x: placing.x * by, y: placing.y * by, zoom: next }, frame);
}

/** The position with this point of the window, measured from its middle in screen pixels, in the middle, as far as the picture reaches. */
export const pointedAt = (placing: Placement, at: { readonly x: number; readonly y: number }, frame: Frame): Placement =>
  within({ ...placing, x: placing.x - at.x, y: placing.y - at.y }, frame);

/** The position after a quarter turn clockwise, with the same part of the picture in the window. */
export const turned = ({ x, y, zoom }: Placement): Placement => ({ x: -y, y: x, zoom });

/** The size of one picture pixel in screen pixels, at zoom 1. */
const scaleOf = ({ width, height, window }: Frame): number => window / Math.min(width, height);

/** The area of the picture inside the window, in picture pixels. */
export function areaOf({ x, y, zoom }: Placement, frame: Frame): Area {
  const scale = scaleOf(frame) * zoom;
  const side = Math.min(frame.width, frame.height) / zoom;
  const from = (length: number, moved: number) => clamp((length - side) / 2 - moved / scale, 0, length - side);
  return { x: from(frame.width, x), y: from(frame.height, y), width: side, height: side };
}

function within({ x, y, zoom }: Placement, frame: Frame): Placement {
  const { width, height, window } = frame;
  const most = (side: number) => Math.max(0, (side * scaleOf(frame) * zoom - window) / 2);
  return { x: clamp(x, -most(width), most(width)), y: clamp(y, -most(height), most(height)), zoom };
}

// `+ 0` turns -0 into 0, since a comparison may treat -0 as another position.
const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most) + 0;

/** The width of the stored crop: never more than the pixels of the source. */
export const outputSide = ({ width, height }: Area): number => Math.max(1, Math.min(IMAGE_SIDE, Math.round(Math.min(width, height))));

const keys: ReadonlyMap<string, Step | 'turn'> = new Map([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['+', 'in'],
  ['=', 'in'],
  ['-', 'out'],
  ['_', 'out'],
  ['r', 'turn'],
  ['R', 'turn'],
]);

/** The step that a key triggers; undefined if it triggers none. */
export const stepOfKey = (key: string): Step | 'turn' | undefined => keys.get(key);
