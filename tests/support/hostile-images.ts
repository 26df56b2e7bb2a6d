/**
 * Malformed images: truncated, with flipped bits, spliced from two, of wrong kinds, and pixel bombs. The same seed makes the same images.
 */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { seededRandom } from './seeded-random.ts';

export interface HostileImage {
  readonly name: string;
  readonly bytes: Buffer;
}

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([u32(data.byteLength), typed, u32(crc32(typed))]);
}

const PNG_MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of one colour whose header claims this width and height; `lines` is how many lines it really has. */
export function plainPng(
  width: number,
  height: number,
  options: { lines?: number; interlaced?: boolean; chunks?: readonly Buffer[] } = {},
): Buffer {
  const header = Buffer.concat([u32(width), u32(height), Buffer.from([8, 0, 0, 0, options.interlaced ? 1 : 0])]);
  const line = Buffer.alloc(width + 1);
  const data = deflateSync(Buffer.concat(new Array(options.lines ?? height).fill(line)), { level: 9 });
  const chunks = [pngChunk('IHDR', header), ...(options.chunks ?? []), pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([PNG_MAGIC, ...chunks]);
}

/** A text of a hundred megabytes compressed to some kilobytes in a PNG. */
const textBomb = (): Buffer =>
  pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(100_000_000, 'a'), { level: 9 })]));
const profileBomb = (): Buffer =>
  pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(Buffer.alloc(100_000_000), { level: 9 })]));

/** A JPEG whose header claims another size than it has. */
function jpegOfSize(jpeg: Buffer, width: number, height: number): Buffer {
  const bent = Buffer.from(jpeg);
  for (let at = 2; at + 9 < bent.length && bent[at] === 0xff; at += 2 + bent.readUInt16BE(at + 2)) {
    const marker = bent[at + 1] ?? 0;
    if (marker === 0xc0 || marker === 0xc2) {
      bent.writeUInt16BE(height, at + 5);
      bent.writeUInt16BE(width, at + 7);
    }
  }
  return bent;
}

/** Valid images of each accepted kind, with all the metadata that the server must remove. */
export async function wholeImages(): Promise<Buffer[]> {
  const random = seededRandom(12);
  const [width, height] = [96, 72];
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => Math.floor((at % 251) * 0.7 + random() * 70)));
  const picture = () =>
    sharp(pixels, { raw: { width, height, channels: 3 } })
      .withExif({ IFD0: { Artist: 'Ana at home' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 0/1 0/1' } })
      .withIccProfile('p3');
  const frames = Buffer.concat([pixels, pixels]);
  return Promise.all([
    picture().jpeg().toBuffer(),
    picture().jpeg({ progressive: true }).toBuffer(),
    picture().png().toBuffer(),
    picture().png({ progressive: true, palette: true }).toBuffer(),
    picture().webp().toBuffer(),
    picture().webp({ lossless: true }).toBuffer(),
    sharp(frames, { raw: { width, height: height * 2, channels: 3, pageHeight: height } })
      .webp({ loop: 0, delay: [50, 50] })
      .toBuffer(),
  ]);
}

const NO_IMAGES = [
  '',
  ' ',
  '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj',
  '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/><script>alert(1)</script></svg>',
  '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
  '<!doctype html><script>alert(1)</script>',
  'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;',
  '\u0000\u0000\u0000\u0020ftypheic',
  '\u0000\u0000\u0000\u0020ftypavif',
  'II*\u0000\u0008\u0000\u0000\u0000',
  'BM\u0000\u0000\u0000\u0000',
  'P6 60000 60000 255\n',
  'RIFF\u0000\u0000\u0000\u0000WAVEfmt ',
  'PK\u0003\u0004',
];

/** This many images, in the order in which they are made. */
export async function hostileImages(count: number, seed: number): Promise<HostileImage[]> {
  const random = seededRandom(seed);
  const whole = await wholeImages();
  const [jpeg = Buffer.alloc(0), , png = Buffer.alloc(0), , webp = Buffer.alloc(0)] = whole;
  const pick = (): Buffer => whole[Math.floor(random() * whole.length)] ?? jpeg;
  const place = (bytes: Buffer): number => Math.floor(random() * bytes.length);
  const noise = (length: number): Buffer => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));

  const made: HostileImage[] = [
    ...NO_IMAGES.map((text) => ({ name: `no image: ${JSON.stringify(text.slice(0, 12))}`, bytes: Buffer.from(text, 'latin1') })),
    { name: 'a PNG of 3.6 thousand megapixels', bytes: plainPng(60_000, 60_000, { lines: 4 }) },
    { name: 'a PNG of the largest size there is', bytes: plainPng(0x7fffffff, 0x7fffffff, { lines: 0 }).subarray(0, 60) },
    { name: 'a PNG of no size', bytes: plainPng(0, 0, { lines: 1 }) },
    { name: 'a PNG just too large', bytes: plainPng(8_000, 5_001) },
    { name: 'a PNG just not too large', bytes: plainPng(8_000, 5_000) },
    { name: 'an interlaced PNG just not too large', bytes: plainPng(8_000, 5_000, { interlaced: true, lines: 5_600 }) },
    { name: 'a PNG one pixel high', bytes: plainPng(4_000_000, 1) },
    { name: 'a PNG one pixel wide', bytes: plainPng(1, 4_000_000) },
    { name: 'a PNG with a text of 100 MB', bytes: plainPng(8, 8, { chunks: [textBomb()] }) },
    { name: 'a PNG with a profile of 100 MB', bytes: plainPng(8, 8, { chunks: [profileBomb()] }) },
    { name: 'a JPEG of 4 thousand megapixels', bytes: jpegOfSize(jpeg, 65_500, 65_500) },
    { name: 'a JPEG that says 40 megapixels', bytes: jpegOfSize(jpeg, 8_000, 5_000) },
    { name: 'a progressive JPEG that says 40 megapixels', bytes: jpegOfSize(whole[1] ?? jpeg, 8_000, 5_000) },
    { name: 'a JPEG and a ZIP', bytes: Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004evil.html', 'latin1')]) },
    { name: 'a PNG and a page', bytes: Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]) },
    { name: 'a PDF before a JPEG', bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), jpeg]) },
    { name: 'a WebP that says nothing', bytes: webp.subarray(0, 12) },
    { name: 'five megabytes of noise in a JPEG', bytes: Buffer.concat([jpeg.subarray(0, 300), noise(5_000_000)]) },
  ];
  while (made.length < count) {
    const one = Buffer.from(pick());
    const kind = made.length % 5;
    if (kind === 0) made.push({ name: `cut off ${made.length}`, bytes: one.subarray(0, place(one)) });
    else if (kind === 1 || kind === 2) {
      const flips = 1 + Math.floor(random() * 24);
      for (let flip = 0; flip < flips; flip += 1) {
        const at = place(one);
        one[at] = (one[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      }
      made.push({ name: `bent ${made.length}`, bytes: one });
    } else if (kind === 3) {
      const other = pick();
      made.push({ name: `of two ${made.length}`, bytes: Buffer.concat([one.subarray(0, place(one)), other.subarray(place(other))]) });
    } else {
      // The first bytes of a valid image, followed by noise.
      made.push({ name: `only begun ${made.length}`, bytes: Buffer.concat([one.subarray(0, 12 + Math.floor(random() * 40)), noise(800)]) });
    }
  }
  return made.slice(0, count);
}
