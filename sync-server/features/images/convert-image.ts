/**
 * Turns an uploaded image into one that is safe to store and to show: decoded and encoded anew, upright, at most 512 pixels wide and high,
 * with nothing in it but the picture. An image that cannot be decoded in bounded memory and time is refused. No upload can end the process.
 * One image is decoded at a time, by one thread: two of 40 megapixels would take twice the memory, and a phone's photo takes a tenth of a
 * second. Members take turns: one of 40 megapixels takes seconds, and a member who sends many of them waits for them alone.
 */
import { createHash } from 'node:crypto';
import type { Sharp, SharpOptions } from 'sharp';
import { IMAGE_MAX_PIXELS, IMAGE_SIDE, type ImageRefusal, imageTypeOf } from '../../../schemas/images/image.ts';
import { createFairQueue } from '../../http/limits/fair-queue.ts';

export interface ConvertedImage {
  readonly bytes: Buffer;
  readonly type: 'image/webp';
  readonly width: number;
  readonly height: number;
  readonly hash: Buffer;
}

const SECONDS = 10;
const QUALITY = 82;
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

/** The image to store, or why it is refused. */
export function convertImage(bytes: Buffer, { member, charge }: Sender): Promise<ConvertedImage | ImageRefusal> {
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
      const { data, info } = await open(bytes, options)
        .timeout({ seconds: SECONDS })
        .autoOrient()
        .resize(IMAGE_SIDE, IMAGE_SIDE, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY })
        .toBuffer({ resolveWithObject: true });
      const hash = createHash('sha256').update(data).digest();
      return { bytes: data, type: 'image/webp', width: info.width, height: info.height, hash };
    } catch (error) {
      return /pixel limit|timeout/i.test(String(error)) ? 'IMAGE_TOO_MANY_PIXELS' : 'IMAGE_DAMAGED';
    }
  });
}

/** For an image next to a name: twice the size at which it is drawn. */
const SMALL_SIDE = 256;
/** Invitations are opened before anybody has signed in, so all who open them share the turns of one member. */
const VISITORS = 'visitors';

/** A stored image, shrunk to a face next to a name; null if it can no longer be read. */
export function shrinkImage(bytes: Buffer): Promise<Buffer | null> {
  return queue.run(VISITORS, async () => {
    const open = await imageLibrary();
    return open(bytes, { limitInputPixels: IMAGE_MAX_PIXELS })
      .timeout({ seconds: SECONDS })
      .resize(SMALL_SIDE, SMALL_SIDE, { fit: 'cover', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer()
      .catch(() => null);
  });
}
