/**
 * Makes a chosen photo small on the device: decoded, upright, drawn anew, and encoded. So it is sent in a hundredth of its size, and nothing
 * else of the file leaves the device.
 */
import { rgbaToThumbHash } from 'thumbhash';
import { IMAGE_MAX_BYTES, type ImageRefusal, imageTypeOf, type PixelSize } from '../../../schemas/images/image.ts';
import { imageSizeOf } from '../../../schemas/images/image-size.ts';
import { LARGE_SIDE, SMALL_SIDE } from '../../../schemas/images/photo-limits.ts';
import { contextOf, drawn, encoded, freed, isTrueCanvas, MAX_CANVAS_PIXELS } from './canvas.ts';

/** A file that claims more is refused before anything decodes it: decoding takes four bytes for each pixel. */
export const SHRUNK_MAX_PIXELS = 100_000_000;
const SHRUNK_MAX_BYTES = 300 * 1024 * 1024;
/** What a photo aims at, and how far its quality goes down for it. */
const AIMED_BYTES = 1_500_000;
const QUALITIES = [0.82, 0.74, 0.64, 0.5] as const;
const SMALL_QUALITY = 0.78;
const HASH_SIDE = 100;
const SAMPLE_SIDE = 16;
/** Above this, a decoder is asked for fewer pixels. */
const DECODED_WHOLE = 16_000_000;

export interface ShrinkWishes {
  /** quarter turns to the right */
  readonly turns?: number;
}

/** A photo as it is sent and shown. `width` and `height` are those of `large`, upright. */
export interface ShrunkPhoto extends PixelSize {
  readonly large: ArrayBuffer;
  readonly small: ArrayBuffer;
  /** in base64 */
  readonly thumbhash: string;
}

/** Why a file did not become a photo. `CANVAS`: this browser changes what is drawn, against being recognized. */
export type Unshrunk = ImageRefusal | 'CANVAS';

/** Never rejects because of the file: what cannot be decoded is a reason. */
export async function shrinkPhoto(bytes: ArrayBuffer, { turns = 0 }: ShrinkWishes = {}): Promise<ShrunkPhoto | Unshrunk> {
  const head = new Uint8Array(bytes);
  const type = imageTypeOf(head);
  if (bytes.byteLength > SHRUNK_MAX_BYTES) return 'IMAGE_TOO_LARGE';
  const stored = type === null ? null : imageSizeOf(head);
  if (type !== null && stored === null) return 'IMAGE_DAMAGED';
  if (stored && stored.width * stored.height > SHRUNK_MAX_PIXELS) return 'IMAGE_TOO_MANY_PIXELS';
  if (!isTrueCanvas()) return 'CANVAS';
  // Some browsers also read what the server does not, such as HEIC.
  const bitmap = await decoded(new Blob([bytes]), stored).catch(() => null);
  if (!bitmap) return type === null ? 'IMAGE_TYPE' : 'IMAGE_DAMAGED';
  const large = upright(bitmap, turns);
  try {
    const sent = await fitting(large);
    // A canvas that a phone has no memory for stays empty.
    if (!sent || (isUniform(large) && !isUniform(bitmap))) return 'CANVAS';
    const { width, height } = large;
    return {
      large: sent,
      small: await smaller(large, SMALL_SIDE, (canvas) => encoded(canvas, SMALL_QUALITY)),
      thumbhash: await smaller(large, HASH_SIDE, hashOf),
      width,
      height,
    };
  } finally {
    bitmap.close();
    freed(large);
  }
}

/** The picture, upright, in about as many pixels as are needed. */
async function decoded(file: Blob, stored: PixelSize | null): Promise<ImageBitmap> {
  const whole = { imageOrientation: 'from-image' } as const;
  const ratio = stored ? Math.max(stored.width, stored.height) / Math.min(stored.width, stored.height) : 0;
  // With the width alone, both proportions stay, however the camera was held. A long picture would grow.
  if (!stored || stored.width * stored.height <= DECODED_WHOLE || ratio > 2) return createImageBitmap(file, whole);
  return createImageBitmap(file, { ...whole, resizeWidth: LARGE_SIDE, resizeQuality: 'high' });
}

const scaled = ({ width, height }: PixelSize, side: number): PixelSize => {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

/** Halves the picture until one step is left: a single large step would leave out pixels. */
function upright(bitmap: ImageBitmap, turns: number): OffscreenCanvas {
  let source: ImageBitmap | OffscreenCanvas = bitmap;
  const size = scaled(bitmap, LARGE_SIDE);
  for (;;) {
    const half: PixelSize = { width: Math.ceil(source.width / 2), height: Math.ceil(source.height / 2) };
    if (half.width <= size.width || half.height <= size.height || half.width * half.height > MAX_CANVAS_PIXELS) break;
    const next = drawn(half, source, 0);
    if (source !== bitmap) freed(source as OffscreenCanvas);
    source = next;
  }
  const done = drawn(size, source, turns);
  if (source !== bitmap) freed(source as OffscreenCanvas);
  return done;
}

/** The encoded picture: its quality goes down until it fits. Null if nothing came out. */
async function fitting(canvas: OffscreenCanvas): Promise<ArrayBuffer | null> {
  let last: ArrayBuffer | null = null;
  for (const quality of QUALITIES) {
    last = await encoded(canvas, quality);
    if (last.byteLength > 0 && last.byteLength <= AIMED_BYTES) return last;
  }
  return last && last.byteLength > 0 && last.byteLength <= IMAGE_MAX_BYTES ? last : null;
}

async function smaller<T>(canvas: OffscreenCanvas, side: number, does: (smaller: OffscreenCanvas) => T | Promise<T>): Promise<T> {
  const small = drawn(scaled(canvas, side), canvas, 0);
  try {
    return await does(small);
  } finally {
    freed(small);
  }
}

function pixelsOf(canvas: OffscreenCanvas): Uint8ClampedArray {
  return contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height).data;
}

/** Whether the picture has one colour throughout. */
function isUniform(picture: ImageBitmap | OffscreenCanvas): boolean {
  const sample = drawn({ width: SAMPLE_SIDE, height: SAMPLE_SIDE }, picture, 0);
  const pixels = pixelsOf(sample);
  freed(sample);
  return pixels.every((value, at) => Math.abs(value - (pixels[at % 4] ?? 0)) <= 1);
}

const hashOf = (canvas: OffscreenCanvas): string =>
  btoa(String.fromCharCode(...rgbaToThumbHash(canvas.width, canvas.height, pixelsOf(canvas))));
