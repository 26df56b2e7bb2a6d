/**
 * Takes everything out of a JPG, PNG or WebP that is not the picture: place, time, camera, comments, the small picture that cameras put in,
 * further pictures and frames, and what follows the image in its file. Only parts that are needed to decode the picture stay, so a kind of
 * metadata that nobody has thought of is cut out as well. Never throws, whatever the bytes are, and what stays is never longer than before.
 */
import type { ImageType } from '../../../../schemas/images/image.ts';
import { type Chunk, pngChunks, webpChunks } from './chunks.ts';
import { crc32 } from './crc32.ts';
import { isNamed, jpegSegments, PIXELS, type Segment, START_OF_SCAN } from './jpeg-segments.ts';
import { exifOf } from './orientation.ts';

export interface Kept {
  /** written as the only metadata, unless it is 1 */
  readonly orientation: number;
  /** whether the colour profile stays. A picture needs it to be drawn in its colours, but it may name a device. */
  readonly profile: boolean;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** What stays of the file, in pieces that share its bytes where they can. */
export function cutMetadata(bytes: Bytes, type: ImageType, kept: Kept): Bytes[] {
  if (type === 'image/jpeg') return cutJpeg(bytes, kept);
  return type === 'image/png' ? cutPng(bytes, kept) : cutWebp(bytes, kept);
}

/** Pieces as one. */
export function joined(pieces: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Bytes of numbers, and of texts by their letters. */
const made = (...parts: readonly (number | string | Bytes)[]): Bytes =>
  joined(
    parts.map((part) =>
      typeof part === 'number'
        ? Uint8Array.of(part)
        : typeof part === 'string'
          ? Uint8Array.from(part, (letter) => letter.charCodeAt(0))
          : part,
    ),
  );
function uint32(value: number, littleEndian = false): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, littleEndian);
  return bytes;
}

/** Tables, frames, scans and restarts: what decodes the pixels. */
const isDecoding = (marker: number): boolean =>
  marker === PIXELS ||
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) ||
  (marker >= START_OF_SCAN && marker <= 0xdd) ||
  marker === 0xd9;

function cutJpeg(bytes: Bytes, { orientation, profile }: Kept): Bytes[] {
  const pieces: Bytes[] = [made(0xff, 0xd8)];
  if (orientation !== 1) {
    const block = made('Exif\0\0', exifOf(orientation));
    pieces.push(made(0xff, 0xe1, 0, block.length + 2, block));
  }
  for (const segment of jpegSegments(bytes)) pieces.push(...stayingOf(bytes, segment, profile));
  return pieces;
}

/** What stays of a segment: all of what decodes pixels, and how their numbers become colours. That of JFIF may have a small picture behind it. */
function stayingOf(bytes: Bytes, segment: Segment, profile: boolean): Bytes[] {
  const { marker, from, to } = segment;
  if (isDecoding(marker)) return [bytes.subarray(from, to)];
  if (marker === 0xe0 && to - from >= 18 && isNamed(bytes, segment, 'JFIF')) {
    return [made(0xff, 0xe0, 0, 16, bytes.subarray(from + 4, from + 16), 0, 0)];
  }
  // Adobe's name has no zero behind it.
  const isAdobe = marker === 0xee && to - from === 16 && String.fromCharCode(...bytes.subarray(from + 4, from + 9)) === 'Adobe';
  const isProfile = profile && marker === 0xe2 && isNamed(bytes, segment, 'ICC_PROFILE');
  return isAdobe || isProfile ? [bytes.subarray(from, to)] : [];
}

const PIXELS_OF_PNG = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
/** Chunks of numbers that say how pixels become colours, by their lengths: a longer one holds something else. */
const COLOURS_OF_PNG = new Map([
  ['gAMA', 4],
  ['cHRM', 32],
  ['sRGB', 1],
  ['cICP', 4],
]);

function cutPng(bytes: Bytes, { orientation, profile }: Kept): Bytes[] {
  const pieces: Bytes[] = [bytes.subarray(0, 8)];
  let writes = orientation !== 1;
  for (const { name, from, to, data } of pngChunks(bytes)) {
    const stays = PIXELS_OF_PNG.includes(name) || COLOURS_OF_PNG.get(name) === data.length || (profile && name === 'iCCP');
    if (stays) pieces.push(bytes.subarray(from, to));
    if (name !== 'IHDR' || !writes) continue;
    writes = false;
    const typed = made('eXIf', exifOf(orientation));
    pieces.push(made(uint32(typed.length - 4), typed, uint32(crc32(typed))));
  }
  return pieces;
}

const PIXELS_OF_WEBP = ['VP8 ', 'VP8L', 'ALPH'];
/** The bits of a WebP's features: a colour profile, transparency, EXIF. */
const [PROFILE, ALPHA, EXIF] = [0x20, 0x10, 0x08];

function cutWebp(bytes: Bytes, { orientation, profile }: Kept): Bytes[] {
  const parts: Bytes[] = [];
  let features: Bytes | undefined;
  for (const { name, from, to, data } of webpChunks(bytes)) {
    if (name === 'VP8X' && data.length === 10) {
      features = data.slice();
      features[0] = (features[0] ?? 0) & (profile ? PROFILE | ALPHA : ALPHA);
    } else if (PIXELS_OF_WEBP.includes(name) || (profile && name === 'ICCP')) parts.push(bytes.subarray(from, to));
    else if (name === 'ANMF' && features) {
      parts.push(...stillOf(data, features));
      break;
    }
  }
  if (features && orientation !== 1) {
    features[0] = (features[0] ?? 0) | EXIF;
    const block = exifOf(orientation);
    parts.unshift(made('EXIF', uint32(block.length, true), block));
  }
  if (features) parts.unshift(made('VP8X', uint32(10, true), features));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [made('RIFF', uint32(length + 4, true), 'WEBP'), ...parts];
}

/** The picture of the first frame of an animation, which becomes the whole picture. */
function stillOf(frame: Bytes, features: Bytes): Bytes[] {
  // Its size is behind its place.
  features.set(frame.subarray(6, 12), 4);
  const inside: Chunk[] = [...webpChunks(frame, 16)];
  return inside.filter(({ name }) => PIXELS_OF_WEBP.includes(name)).map(({ from, to }) => frame.subarray(from, to));
}
