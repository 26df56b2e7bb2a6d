/** Reads the size of an image from its first bytes, before anything decodes it: decoding needs memory for every pixel. */
import { imageTypeOf, type PixelSize } from './image.ts';

/** Width and height of a JPG, PNG or WebP as stored in the file, before any rotation; null if the header does not contain them. */
export function imageSizeOf(bytes: Uint8Array): PixelSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = readers[imageTypeOf(bytes) ?? 'none'](view);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // The header is truncated.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const readers = { 'image/png': sizeOfPng, 'image/jpeg': sizeOfJpeg, 'image/webp': sizeOfWebp, none: () => null };

const IHDR = 0x49484452;

function sizeOfPng(view: DataView): PixelSize | null {
  return view.getUint32(12) === IHDR ? { width: view.getUint32(16), height: view.getUint32(20) } : null;
}

/** Whether a frame begins: SOF0 to SOF15, except the three markers in that range with another meaning. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Markers without a length: restarts, the start of the image, and one for arithmetic coding. */
const standsAlone = (marker: number): boolean => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;

function sizeOfJpeg(view: DataView): PixelSize | null {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker === 0xff) at += 1;
    else if (standsAlone(marker)) at += 2;
    // After the start of a scan or the end of the image there is no size any more.
    else if (marker === 0xda || marker === 0xd9) return null;
    else at += 2 + view.getUint16(at + 2);
  }
}

const VP8 = 0x56503820;
const VP8L = 0x5650384c;
const VP8X = 0x56503858;
const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

function sizeOfWebp(view: DataView): PixelSize | null {
  switch (view.getUint32(12)) {
    case VP8:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case VP8L: {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case VP8X:
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return null;
  }
}
