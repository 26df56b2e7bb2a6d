/**
 * How a photo lies in its file, by the number from 1 to 8 that cameras write (EXIF). 1 means upright. The block of metadata around that
 * number also holds place, camera and a small picture, which never leave the device.
 */
import type { ImageType } from '../../../../schemas/images/image.ts';
import { pngChunks, webpChunks } from './chunks.ts';
import { isNamed, jpegSegments, START_OF_SCAN } from './jpeg-segments.ts';

const TAG = 0x0112;
const EXIF = 'Exif';
/** The shortest block with one entry: what is written here is never longer than what was read. */
const BLOCK_BYTES = 26;

/** The number in a block of EXIF; 1 if it has none, or no valid one. */
function orientationIn(block: Uint8Array): number {
  if (block.length < BLOCK_BYTES) return 1;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const little = view.getUint16(0) === 0x4949;
  if (!little && view.getUint16(0) !== 0x4d4d) return 1;
  const list = view.getUint32(4, little);
  if (list + 2 > block.length) return 1;
  for (let nth = 0, at = list + 2; nth < view.getUint16(list, little) && at + 12 <= block.length; nth += 1, at += 12) {
    if (view.getUint16(at, little) !== TAG) continue;
    const orientation = view.getUint16(at + 8, little);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}

/** The block of EXIF without anything but this number. */
export function exifOf(orientation: number): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK_BYTES);
  const view = new DataView(block.buffer);
  view.setUint32(0, 0x4d4d002a);
  view.setUint32(4, 8);
  // One entry: the tag, of the type "short", one value.
  view.setUint16(8, 1);
  view.setUint16(10, TAG);
  view.setUint16(12, 3);
  view.setUint32(14, 1);
  view.setUint16(18, orientation);
  return block;
}

const withoutName = (block: Uint8Array): Uint8Array =>
  String.fromCharCode(...block.subarray(0, 6)) === `${EXIF}\0\0` ? block.subarray(6) : block;

/** How the picture in a JPG, PNG or WebP lies; 1 if the file does not say. Of several blocks the first one counts, as in browsers. */
export function orientationOf(bytes: Uint8Array<ArrayBuffer>, type: ImageType): number {
  if (type === 'image/jpeg') {
    for (const segment of jpegSegments(bytes)) {
      if (segment.marker === 0xe1 && isNamed(bytes, segment, EXIF)) return orientationIn(bytes.subarray(segment.from + 10, segment.to));
      if (segment.marker === START_OF_SCAN) break;
    }
    return 1;
  }
  if (type === 'image/png') {
    for (const { name, data } of pngChunks(bytes)) if (name === 'eXIf') return orientationIn(data);
    return 1;
  }
  let extended = false;
  for (const { name, data } of webpChunks(bytes)) {
    extended ||= name === 'VP8X';
    if (name === 'EXIF' && extended) return orientationIn(withoutName(data));
  }
  return 1;
}
