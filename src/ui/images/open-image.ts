/** Turns a chosen file into pixels. The file itself never leaves the page: the stored photo is redrawn from these pixels. */
import { drawPicture, drawSmaller } from '../../../workers/device/photos/draw-picture.ts';
import { lookAtFile, type OpenRefusal } from '../../../workers/device/photos/file/look-at-file.ts';
import { PROFILE_PHOTO_MAX_PIXELS } from '../../../workers/device/photos/file/open-limits.ts';
import { turnOf } from '../../../workers/device/photos/geometry.ts';
import { type PageSurface, pageSurface } from '../../data/photos/page-surface.ts';
import type { ChosenFile } from '../../data/photos/read-chosen.ts';

/** The longest side of the working picture: enough for a sharp photo at the closest zoom, and small enough for the canvas of a phone. */
const WORKING_SIDE = 2400;

export type OpenedImage = { readonly opened: true; readonly image: PageSurface } | { readonly opened: false; readonly code: OpenRefusal };

/** Decodes a file as an image, upright and small enough to work with. */
export async function openImage(file: ChosenFile): Promise<OpenedImage> {
  const bytes = await file;
  if (typeof bytes === 'string') return { opened: false, code: bytes };
  const found = lookAtFile(bytes, PROFILE_PHOTO_MAX_PIXELS);
  if (typeof found === 'string') return { opened: false, code: found };
  const wanted = { side: WORKING_SIDE, turns: 0 };
  const image = await drawPicture(bytes, found, wanted, { surface: pageSurface, byEighths: false });
  return typeof image === 'string' ? { opened: false, code: image } : { opened: true, image };
}

/** The picture after a quarter turn clockwise. */
export function turnRight({ source, width, height }: PageSurface): PageSurface {
  return drawSmaller(pageSurface, { source, part: { x: 0, y: 0, width, height } }, { width, height }, turnOf(1, 1));
}
