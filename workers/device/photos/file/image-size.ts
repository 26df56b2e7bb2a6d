/** Reads the size of an image from its first bytes, before anything decodes it: decoding needs memory for every pixel. */
import type { PixelSize } from '../../../../schemas/images/image.ts';
import { boxes } from './boxes.ts';
import { webpChunks } from './chunks.ts';
import { jpegSegments, START_OF_SCAN } from './jpeg-segments.ts';
import type { PhotoType } from './photo-type.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Width and height of a picture of this type as its file claims them: of a JPG, PNG and WebP as stored, before any rotation; of an
 * animation the first frame. Null if the header does not contain them.
 */
export function imageSizeOf(bytes: Bytes, type: PhotoType): PixelSize | null {
  try {
    const size = readers[type](bytes);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // The header is truncated.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const readers: Readonly<Record<PhotoType, (bytes: Bytes) => PixelSize | null>> = {
  'image/png': sizeOfPng,
  'image/jpeg': sizeOfJpeg,
  'image/webp': sizeOfWebp,
  'image/gif': sizeOfGif,
  'image/avif': sizeInBoxes,
  'image/heic': sizeInBoxes,
};

const viewOf = (bytes: Bytes): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const IHDR = 0x49484452;

function sizeOfPng(bytes: Bytes): PixelSize | null {
  const view = viewOf(bytes);
  return view.getUint32(12) === IHDR ? { width: view.getUint32(16), height: view.getUint32(20) } : null;
}

/** Whether a frame begins: SOF0 to SOF15, except the three markers in that range with another meaning. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function sizeOfJpeg(bytes: Bytes): PixelSize | null {
  const view = viewOf(bytes);
  for (const { marker, from } of jpegSegments(bytes)) {
    if (isFrame(marker)) return { height: view.getUint16(from + 5), width: view.getUint16(from + 7) };
    // After the start of a scan there is no size any more.
    if (marker === START_OF_SCAN) break;
  }
  return null;
}

const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

function sizeOfWebp(bytes: Bytes): PixelSize | null {
  let size: PixelSize | null = null;
  for (const { name, data } of webpChunks(bytes)) {
    const view = viewOf(data);
    if (name === 'VP8 ') return size ?? { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
    if (name === 'VP8L') {
      const bits = view.getUint32(1, true);
      return size ?? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    if (name === 'VP8X') size = { width: uint24(view, 4) + 1, height: uint24(view, 7) + 1 };
    if (name === 'ANMF') return { width: uint24(view, 6) + 1, height: uint24(view, 9) + 1 };
  }
  return size;
}

/** Decoders make a picture larger if its first frame is, so that counts. */
function sizeOfGif(bytes: Bytes): PixelSize | null {
  const view = viewOf(bytes);
  const screen = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  const flags = view.getUint8(10);
  let at = 13 + (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  // Extensions before the frame: their data is in blocks that begin with their length.
  while (view.getUint8(at) === 0x21) {
    at += 2;
    while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
  }
  if (view.getUint8(at) !== 0x2c) return null;
  const end = (side: number) => view.getUint16(at + 1 + side, true) + view.getUint16(at + 5 + side, true);
  return { width: Math.max(screen.width, end(0)), height: Math.max(screen.height, end(2)) };
}

/** The largest picture in an AVIF or HEIC, upright: others are parts of it, or a small one. */
function sizeInBoxes(bytes: Bytes): PixelSize | null {
  const view = viewOf(bytes);
  let size: PixelSize | null = null;
  let lies = false;
  for (const { name, from } of boxes(bytes, ['meta', 'iprp', 'ipco'])) {
    if (name === 'irot') lies ||= (view.getUint8(from) & 1) === 1;
    if (name !== 'ispe') continue;
    const [width, height] = [view.getUint32(from + 4), view.getUint32(from + 8)];
    if (!size || width * height > size.width * size.height) size = { width, height };
  }
  return size && lies ? { width: size.height, height: size.width } : size;
}
