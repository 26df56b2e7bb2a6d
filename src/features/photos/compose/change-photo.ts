import type { Photo } from '../../../../schemas/images/photo.ts';
import { FULL_SIDE, LARGE_SIDE } from '../../../../schemas/images/photo-limits.ts';
import type { Area } from '../../../../workers/device/photos/geometry.ts';
import type { ShrinkOptions } from '../../../../workers/device/photos/shrunk-photo.ts';
import { storedPhoto } from '../../../data/images/images.ts';
import { keepPhotoSource, type PhotoSource, photoSource } from '../../../data/photos/photo-sources.ts';
import { shrinkPhoto } from '../../../data/photos/shrink-photo.ts';
import { composeText } from '../../../text/compose-photos.ts';
import { photoRefusalText } from '../../../text/photo-refusals.ts';
import { keptPhoto } from './chosen-files.ts';

/** Whether this photo was chosen in full size. Its row says so by its size, to the server as well. */
export const isFullSize = ({ width, height }: Pick<Photo, 'width' | 'height'>): boolean => Math.max(width, height) > LARGE_SIDE;

/** What a photo is made of: its file, or the photo itself where that is all that is left. Undefined if it is not on this device. */
async function sourceOf(userId: string, photo: Photo): Promise<PhotoSource | undefined> {
  const known = photoSource(photo.id);
  if (known) return known;
  const bytes = await storedPhoto(photo.id);
  const { width, height } = photo;
  return (
    bytes && {
      userId,
      bytes: new Blob([bytes]),
      isFile: false,
      made: { fullSize: isFullSize(photo) },
      full: { width, height },
      editable: true,
    }
  );
}

/** How a photo is made differently. `turns` are in addition to those that it has. */
export type PhotoChange = Pick<ShrinkOptions, 'turns' | 'fullSize' | 'area'>;

/**
 * The photo made anew, with this change to how it was made, and stored on this device. It has another id: bytes never change under theirs,
 * because another device may have them. Resolves with the reason in words where that failed. Rejects like every write if there is no disk
 * space left.
 */
export async function changedPhoto(userId: string, photo: Photo, { turns = 0, ...change }: PhotoChange): Promise<Photo | string> {
  const source = await sourceOf(userId, photo);
  if (!source) return composeText.notHere;
  const made = { ...source.made, ...change, turns: (source.made.turns ?? 0) + turns };
  const shrunk = await shrinkPhoto(await source.bytes.arrayBuffer(), made);
  if (typeof shrunk === 'string') return photoRefusalText[shrunk];
  const { full, editable } = shrunk;
  const changed = { ...(await keptPhoto(shrunk)), alt: photo.alt };
  keepPhotoSource(changed.id, { ...source, made, full, editable });
  return changed;
}

/** An area of a picture after so many quarter turns clockwise, in parts of its width and height. */
export function turnedArea(area: Area, turns: number): Area {
  let turned = area;
  for (let turn = ((turns % 4) + 4) % 4; turn > 0; turn -= 1) {
    const { x, y, width, height } = turned;
    turned = { x: 1 - y - height, y: x, width: height, height: width };
  }
  return turned;
}

/** A photo as it is cut: turned as it is, with what was cut away. */
export interface CuttablePhoto {
  readonly picture: ArrayBuffer;
  /** the part that the photo shows now, in parts of the width and height of the picture */
  readonly area: Area;
  /** false if the photo was made smaller, and the file with all its pixels is gone */
  readonly hasAllPixels: boolean;
  /** What to change to keep only this part of the picture. */
  readonly cutTo: (area: Area) => PhotoChange;
}

/** A photo with exactly such a side was larger once. */
export const madeSmaller: readonly number[] = [LARGE_SIDE, FULL_SIDE];

const WHOLE: Area = { x: 0, y: 0, width: 1, height: 1 };

/** What this photo can be cut from, or why it cannot be cut, in words. */
export async function cuttablePhoto(userId: string, photo: Photo): Promise<CuttablePhoto | string> {
  const source = await sourceOf(userId, photo);
  if (!source) return composeText.notHere;
  const { bytes, isFile, made, editable } = source;
  if (!editable) return photoRefusalText.IMAGE_CANVAS_EDIT;
  const { turns = 0, area = WHOLE } = made;
  const shrunk = made.area ? await shrinkPhoto(await bytes.arrayBuffer(), { turns }) : undefined;
  if (typeof shrunk === 'string') return photoRefusalText[shrunk];
  const picture = shrunk?.large ?? (await storedPhoto(photo.id));
  if (!picture) return composeText.notHere;
  const hasAllPixels = isFile || !madeSmaller.includes(Math.max(photo.width, photo.height));
  return { picture, hasAllPixels, area: turnedArea(area, turns), cutTo: (part) => ({ area: turnedArea(part, -turns) }) };
}
