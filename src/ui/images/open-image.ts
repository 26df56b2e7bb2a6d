/** Turns a chosen file into pixels. The file itself never leaves the page: the stored photo is redrawn from these pixels. */
import { drawPicture, drawSmaller } from '../../../workers/device/photos/draw-picture.ts';
import { lookAtFile, type OpenRefusal } from '../../../workers/device/photos/file/look-at-file.ts';
import { PROFILE_PHOTO_MAX_PIXELS } from '../../../workers/device/photos/file/open-limits.ts';
import { fitWithin, turnOf } from '../../../workers/device/photos/geometry.ts';
import { COMPARED_SIDE, looksDrawn } from '../../../workers/device/photos/looks-drawn.ts';
import { type CanvasTrial, tryCanvas } from '../../../workers/device/photos/try-canvas.ts';
import { type PageSurface, pageSurface } from '../../data/photos/page-surface.ts';
import type { ChosenFile } from '../../data/photos/read-chosen.ts';

/** The longest side of the working picture: enough for a sharp photo at the closest zoom, and small enough for the canvas of a phone. */
const WORKING_SIDE = 2400;
const LOOKED_AT_SIDE = 48;

/** `IMAGE_CANVAS`: the browser gives no true pixels back, so nothing can be cut out of an image. */
export type UnopenedReason = OpenRefusal | 'IMAGE_CANVAS';
export type OpenedImage =
  | { readonly opened: true; readonly image: PageSurface }
  | { readonly opened: false; readonly code: UnopenedReason };

let trying: Promise<CanvasTrial> | undefined;

/** Decodes a file as an image, upright and small enough to work with. */
export async function openImage(file: ChosenFile): Promise<OpenedImage> {
  const bytes = await file;
  if (typeof bytes === 'string') return { opened: false, code: bytes };
  const found = lookAtFile(bytes, PROFILE_PHOTO_MAX_PIXELS);
  if (typeof found === 'string') return { opened: false, code: found };
  trying ??= tryCanvas(pageSurface);
  if ((await trying).type === null) return { opened: false, code: 'IMAGE_CANVAS' };
  const draw = (side: number) => drawPicture(bytes, found, { side, turns: 0 }, { surface: pageSurface, byEighths: false });
  const image = await draw(WORKING_SIDE);
  if (typeof image === 'string') return { opened: false, code: image };
  if (await looksDrawn(fewPixels(image), () => draw(COMPARED_SIDE))) return { opened: true, image };
  image.free();
  return { opened: false, code: 'IMAGE_NOT_DRAWN' };
}

/** What the picture looks like, in few enough pixels to go through. */
function fewPixels({ source, width, height }: PageSurface): ImageData {
  const small = drawSmaller(pageSurface, { source, part: { x: 0, y: 0, width, height } }, fitWithin({ width, height }, LOOKED_AT_SIDE));
  try {
    return small.context.getImageData(0, 0, small.width, small.height);
  } finally {
    small.free();
  }
}

/** The picture after a quarter turn clockwise. */
export function turnRight({ source, width, height }: PageSurface): PageSurface {
  return drawSmaller(pageSurface, { source, part: { x: 0, y: 0, width, height } }, { width, height }, turnOf(1, 1));
}
