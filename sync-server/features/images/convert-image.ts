/**
 * Turns an uploaded image into what is safe to store and to show: decoded and encoded anew, upright, no larger than its row says, with
 * nothing in it but the picture; of a photo also a small one, for lists. An image that cannot be decoded in bounded memory and time is
 * refused. No upload can end the process. One image is decoded at a time, by one thread: two of 40 megapixels would take twice the memory,
 * and a phone's photo takes a tenth of a second. Members take turns: one of 40 megapixels takes seconds, and a member who sends many of
 * them waits for them alone.
 */
import { createHash } from 'node:crypto';
import type { Sharp, SharpOptions } from 'sharp';
import { IMAGE_MAX_PIXELS, IMAGE_SIDE, type ImageRefusal, imageTypeOf, type PixelSize } from '../../../schemas/images/image.ts';
import { SMALL_SIDE } from '../../../schemas/images/photo-limits.ts';
import { createFairQueue } from '../../http/limits/fair-queue.ts';

/** One size of an image. */
export interface Variant extends PixelSize {
  readonly bytes: Buffer;
  readonly type: 'image/webp';
  readonly hash: Buffer;
}

/** The size of `large` is that of the picture. There is a small one where it is asked for and would be smaller. */
export interface ConvertedImage {
  readonly large: Variant;
  readonly small: Variant | null;
}

/** The largest size of an image, and the longest side of the small one, null for none. */
export interface WantedSize {
  readonly large: PixelSize;
  readonly small: number | null;
}

export const profileImageSize: WantedSize = { large: { width: IMAGE_SIDE, height: IMAGE_SIDE }, small: null };
/** A photo whose row gives it this size. */
export const photoSize = (large: PixelSize): WantedSize => ({ large, small: SMALL_SIDE });

const SECONDS = 10;
const QUALITY = 82;
/**
 * How hard the encoder tries, of 6. A member waits for it, and so does everybody behind them: less than the usual 4 takes half of the time,
 * for files that are a few hundredths larger. With 1 they would be a tenth larger, or more.
 */
const EFFORT = 2;
/** An upload gets here after its body was read, and few bodies are read at a time (`receive-image.ts`). */
const queue = createFairQueue({ running: 1, waiting: 100 });

type OpenImage = (bytes: Buffer, options: SharpOptions) => Sharp;
let opening: Promise<OpenImage> | undefined;

/**
 * The library takes some memory, so it is loaded with the first image. A process that cannot read its files later loads it sooner. Of the
 * formats that it knows, it reads these three and no others.
 */
export function imageLibrary(): Promise<OpenImage> {
  opening ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });
    return sharp;
  });
  return opening;
}

const formatOf = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' } as const;

/** The member who sends an image. */
export interface Sender {
  readonly member: string;
  /** called with the millions of pixels before they are decoded */
  readonly charge?: (megapixels: number) => void;
}

/** A picture within these bounds, as WebP. */
async function encoded(picture: Sharp, within: PixelSize): Promise<Variant> {
  const { data, info } = await picture
    .timeout({ seconds: SECONDS })
    .resize(within.width, within.height, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY, effort: EFFORT })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, type: 'image/webp', width: info.width, height: info.height, hash: createHash('sha256').update(data).digest() };
}

/** The image to store, or why it is refused. */
export function convertImage(bytes: Buffer, wanted: WantedSize, { member, charge }: Sender): Promise<ConvertedImage | ImageRefusal> {
  const type = imageTypeOf(bytes);
  if (type === null) return Promise.resolve('IMAGE_TYPE');
  return queue.run(member, async () => {
    const open = await imageLibrary();
    const options: SharpOptions = { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error', sequentialRead: true };
    try {
      const { format, width, height } = await open(bytes, options).metadata();
      if (format !== formatOf[type]) return 'IMAGE_TYPE';
      if (width * height > IMAGE_MAX_PIXELS) return 'IMAGE_TOO_MANY_PIXELS';
      charge?.(Math.ceil((width * height) / 1_000_000));
      const large = await encoded(open(bytes, options).autoOrient(), wanted.large);
      const side = wanted.small;
      if (side === null || Math.max(large.width, large.height) <= side) return { large, small: null };
      // From the large one: the upload, which may be many times larger, is decoded once.
      return { large, small: await encoded(open(large.bytes, options), { width: side, height: side }) };
    } catch (error) {
      return /pixel limit|timeout/i.test(String(error)) ? 'IMAGE_TOO_MANY_PIXELS' : 'IMAGE_DAMAGED';
    }
  });
}

/** For an image next to a name: twice the size at which it is drawn. */
const FACE_SIDE = 256;
/** Invitations are opened before anybody has signed in, so all who open them share the turns of one member. */
const VISITORS = 'visitors';

/** A stored image, shrunk to a face next to a name; null if it can no longer be read. */
export function shrinkImage(bytes: Buffer): Promise<Buffer | null> {
  return queue.run(VISITORS, async () => {
    const open = await imageLibrary();
    return open(bytes, { limitInputPixels: IMAGE_MAX_PIXELS })
      .timeout({ seconds: SECONDS })
      .resize(FACE_SIDE, FACE_SIDE, { fit: 'cover', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer()
      .catch(() => null);
  });
}
