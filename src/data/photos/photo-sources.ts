/**
 * What the photos of drafts were made of, as long as this page lives, so that each change of a photo begins with its file and not with what an
 * earlier change left of it. A file is kept as bytes that were read in the event that brought it. Browsers keep a `Blob` of such bytes outside
 * of the page. The files that were chosen first go where all together are too large.
 */
import type { PixelSize } from '../../../schemas/images/image.ts';
import type { ShrinkOptions } from '../../../workers/device/photos/shrunk-photo.ts';
import { onErasureOwed } from '../session/owed-erasure.ts';

export interface PhotoSource {
  readonly userId: string;
  readonly bytes: Blob;
  /** false for a photo that was made small before: what was cut away from it, and its full size, are gone */
  readonly isFile: boolean;
  /** how the photo was made of it */
  readonly made: ShrinkOptions;
  /** the size that the photo has in full size */
  readonly full: PixelSize;
  /** whether it can be turned and cut here */
  readonly editable: boolean;
}

/** Six photos of an ordinary phone. */
const MOST_BYTES = 120 * 1024 * 1024;
const sources = new Map<string, PhotoSource>();

export const photoSource = (id: string): PhotoSource | undefined => sources.get(id);

/** Keeps what the photo with this id was made of. */
export function keepPhotoSource(id: string, source: PhotoSource): void {
  sources.set(id, source);
  let bytes = 0;
  for (const [kept, { bytes: file }] of [...sources].reverse()) {
    bytes += file.size;
    if (bytes > MOST_BYTES) sources.delete(kept);
  }
}

export function forgetPhotoSources(ids: readonly string[]): void {
  for (const id of ids) sources.delete(id);
}

onErasureOwed((userId) => {
  for (const [id, source] of [...sources]) if (source.userId === userId) sources.delete(id);
});
