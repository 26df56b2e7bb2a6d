/** What page and worker say to each other about a photo that is made small. */
import type { ImageType, PixelSize } from '../../../schemas/images/image.ts';
import type { OpenRefusal } from './file/look-at-file.ts';
import type { Area } from './geometry.ts';

export interface ShrinkOptions {
  /** up to 4,096 pixels a side instead of 2,048 */
  readonly fullSize?: boolean;
  /** quarter turns clockwise */
  readonly turns?: number;
  /** the part to keep, in parts of the width and height of the upright picture before these turns; left out for all of it */
  readonly area?: Area | undefined;
}

/** `width` and `height` are upright, and those of the large picture. */
export interface SmallPhoto extends PixelSize {
  /** a JPG of at most 640 pixels a side, for the own screen */
  readonly small: ArrayBuffer;
  /** in base64; empty if there is none */
  readonly thumbhash: string;
}

export interface ShrunkPhoto extends SmallPhoto {
  /** what is sent */
  readonly large: ArrayBuffer;
  /** the type of `large` */
  readonly type: ImageType;
  /** the size that the photo has in full size, which may be no larger */
  readonly full: PixelSize;
  /**
   * False where the browser gives no true pixels back. `large` is then the file itself without its metadata, and `small` is the same.
   * `width` and `height` are what the server makes of it. The photo cannot be turned or cut.
   */
  readonly editable: boolean;
}

/**
 * Why there is no photo. `IMAGE_CANVAS`: the browser gives no true pixels back, and the file may not go as it is. `IMAGE_CANVAS_EDIT`: for
 * the same reason the photo cannot be turned or cut. `IMAGE_CODE`: the code that shrinks photos did not load.
 */
export type PhotoRefusal = OpenRefusal | 'IMAGE_CANVAS' | 'IMAGE_CANVAS_EDIT' | 'IMAGE_CODE';

/** The page asks for one photo, and for the next one after the answer. `stop` ends the work on the present one as soon as that can be. */
export type ToPhotoWorker =
  | { readonly kith: 'shrink'; readonly bytes: ArrayBuffer; readonly options: ShrinkOptions }
  | { readonly kith: 'stop' };
export type FromPhotoWorker =
  | { readonly kith: 'small'; readonly small: SmallPhoto }
  /** `result` is null after a stop */
  | { readonly kith: 'done'; readonly result: ShrunkPhoto | PhotoRefusal | null };
