/**
 * Makes a chosen photo small: decoded to the size that is needed, upright, drawn anew, so that nothing of its file is left but the picture.
 * Where the canvas of a browser cannot be believed, the file itself goes, without its metadata (`send-as-it-is.ts`).
 */
import { rgbaToThumbHash } from 'thumbhash';
import { IMAGE_MAX_BYTES } from '../../../schemas/images/image.ts';
import { FULL_SIDE, LARGE_SIDE, SMALL_SIDE } from '../../../schemas/images/photo-limits.ts';
import { drawnSize, drawPicture, drawSmaller, type Wanted } from './draw-picture.ts';
import { encodeToFit, QUALITY } from './encode-picture.ts';
import { lookAtFile, type OpenRefusal } from './file/look-at-file.ts';
import { PHOTO_MAX_PIXELS } from './file/open-limits.ts';
import { fitWithin } from './geometry.ts';
import { COMPARED_SIDE, looksDrawn } from './looks-drawn.ts';
import { sendAsItIs } from './send-as-it-is.ts';
import type { PhotoRefusal, ShrinkOptions, ShrunkPhoto, SmallPhoto } from './shrunk-photo.ts';
import type { MakeSurface, Surface } from './surface.ts';
import { type CanvasTrial, tryCanvas } from './try-canvas.ts';

/** What a photo should take on the way, and in the space of its author, unless they chose the full size. */
const AIM_BYTES = 1.5 * 1024 * 1024;
/** A ThumbHash keeps about how a picture looks: more pixels would not change it. */
const HASHED_SIDE = 48;

interface Calls {
  readonly signal?: AbortSignal;
  /** called as soon as the photo can be shown, which is long before it is written */
  readonly onSmall?: (small: SmallPhoto) => void;
}

export type Shrinker = ReturnType<typeof createShrinker>;

/** Tries the canvas once, at the first photo. The caller shrinks one photo at a time: each takes as much memory as it has pixels. */
export function createShrinker(surface: MakeSurface) {
  let trying: Promise<CanvasTrial> | undefined;

  /** The photo, or why there is none. @throws only the reason of an aborted `signal` */
  return async function shrink(
    bytes: ArrayBuffer,
    { fullSize = false, turns = 0, area }: ShrinkOptions = {},
    { signal, onSmall }: Calls = {},
  ): Promise<ShrunkPhoto | PhotoRefusal> {
    const file = lookAtFile(bytes, PHOTO_MAX_PIXELS);
    if (typeof file === 'string') return file;
    trying ??= tryCanvas(surface);
    const trial = await trying;
    signal?.throwIfAborted();
    const side = fullSize ? FULL_SIDE : LARGE_SIDE;
    const { type, byEighths } = trial;
    if (type === null) return turns % 4 === 0 && !area ? sendAsItIs(bytes, file, side) : 'IMAGE_CANVAS_EDIT';
    const wanted: Wanted = { side, turns, area };
    const large = await drawPicture(bytes, file, wanted, { surface, byEighths }, signal);
    if (typeof large === 'string') return large;
    try {
      const renderSource = () => drawPicture(bytes, file, { ...wanted, side: COMPARED_SIDE }, { surface, byEighths: false });
      const small = await makeSmall(large, surface, renderSource);
      signal?.throwIfAborted();
      if (!small) return 'IMAGE_NOT_DRAWN';
      onSmall?.(small);
      const write = async (quality: number) => {
        signal?.throwIfAborted();
        const written = await large.encode(type, quality);
        return written?.type === type ? written : null;
      };
      const full = drawnSize(file, { ...wanted, side: FULL_SIDE });
      const most = IMAGE_MAX_BYTES;
      const written = await encodeToFit(write, { aim: fullSize ? most : AIM_BYTES, most });
      return written ? { ...small, large: await written.arrayBuffer(), type, full, editable: true } : 'IMAGE_NOT_DRAWN';
    } catch (reason) {
      if (signal?.aborted) throw reason;
      return 'IMAGE_NOT_DRAWN';
    } finally {
      large.free();
    }
  };
}

/** The small picture of a large one, and what its row says; null if nothing was drawn or written. */
async function makeSmall(
  large: Surface,
  surface: MakeSurface,
  renderSource: () => Promise<Surface | OpenRefusal>,
): Promise<SmallPhoto | null> {
  const small = drawSmaller(surface, whole(large), fitWithin(large, SMALL_SIDE));
  try {
    const hashed = pixelsOf(drawSmaller(surface, whole(small), fitWithin(small, HASHED_SIDE)));
    if (!(await looksDrawn(hashed, renderSource))) return null;
    // Every canvas writes a JPG, and eight times faster than a WebP. This one never leaves the device.
    const written = await small.encode('image/jpeg', QUALITY);
    if (!written || written.size === 0) return null;
    const thumbhash = btoa(String.fromCharCode(...rgbaToThumbHash(hashed.width, hashed.height, hashed.data)));
    return { small: await written.arrayBuffer(), width: large.width, height: large.height, thumbhash };
  } finally {
    small.free();
  }
}

const whole = ({ source, width, height }: Surface) => ({ source, part: { x: 0, y: 0, width, height } });

function pixelsOf(surface: Surface): ImageData {
  try {
    return surface.context.getImageData(0, 0, surface.width, surface.height);
  } finally {
    surface.free();
  }
}
