/**
 * Malformed images: truncated, with flipped bits, spliced from two, of wrong kinds, pixel bombs, and files of two kinds at once. The same
 * seed makes the same images.
 */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { plainPng, pngChunk } from './png.ts';
import { seededRandom } from './seeded-random.ts';

export interface HostileImage {
  readonly name: string;
  readonly bytes: Buffer;
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

const JPEG_COMMENT = 0xfe;
/** Puts a segment behind the start of a JPEG. `length` is what it claims. */
function withSegment(jpeg: Buffer, marker: number, text: string, length = text.length + 2): Buffer {
  const head = Buffer.from([0xff, marker, length >> 8, length & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text, 'latin1'), jpeg.subarray(2)]);
}

/** Puts a chunk behind the last one of a WebP. */
function withWebpChunk(webp: Buffer, text: string): Buffer {
  const head = Buffer.from('XTRA\0\0\0\0', 'latin1');
  head.writeUInt32LE(text.length, 4);
  const whole = Buffer.concat([webp, head, Buffer.from(text.padEnd(text.length + (text.length % 2), '\0'), 'latin1')]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** A WebP that claims this size in its first chunk. */
function webpOfSize(webp: Buffer, width: number, height: number): Buffer {
  const bent = Buffer.from(webp);
  bent.writeUIntLE(width - 1, 24, 3);
  bent.writeUIntLE(height - 1, 27, 3);
  return bent;
}

const PAGE = '<!doctype html><html><body><script>alert(1)</script></body></html>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
const PHP = "<?php system('id'); ?>";
const PDF = '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(alert(1))>>>>endobj\n%%EOF';
/** An archive with one empty file, as programs find it from its end. */
const ZIP = Buffer.from(
  'PK\x03\x04\n\0\0\0\0\0\0\0!\0\0\0\0\0\0\0\0\0\0\0\0\0\x09\0\0\0evil.html' +
    'PK\x01\x02\n\0\n\0\0\0\0\0\0\0!\0\0\0\0\0\0\0\0\0\0\0\0\0\x09\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0evil.html' +
    'PK\x05\x06\0\0\0\0\x01\0\x01\x007\0\0\0\x27\0\0\0\0\0',
  'latin1',
);

/** What none of the stored images may contain. */
export const HOSTILE_TRACES: readonly string[] = [
  ...['<script', 'alert(1)', '<svg', '<html', '<?php', '%PDF', 'PK\u0003\u0004', 'evil.html', 'GIF89a'],
  ...['EXIF', 'Exif', 'ICCP', 'XMP', 'Ana at home'],
];

/** Files that another program takes for something else than an image. */
export async function polyglots(): Promise<HostileImage[]> {
  const [jpeg = Buffer.alloc(0), , png = Buffer.alloc(0), , webp = Buffer.alloc(0)] = await wholeImages();
  const and = (...parts: readonly (Buffer | string)[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  return [
    { name: 'a JPEG with a page in its comment', bytes: withSegment(jpeg, JPEG_COMMENT, PAGE) },
    { name: 'a JPEG and a page', bytes: and(jpeg, PAGE) },
    // The length of the segment is what begins a comment in a script, and the segment ends it.
    { name: 'a JPEG that is a script', bytes: withSegment(jpeg, 0xe0, `${'\0'.repeat(0x2f2a - 18)}*/=alert(1);/*  `, 0x2f2a) },
    { name: 'a JPEG with a PDF in its comment', bytes: withSegment(jpeg, JPEG_COMMENT, PDF) },
    { name: 'a JPEG and a PDF', bytes: and(jpeg, PDF) },
    { name: 'a PDF before a JPEG', bytes: and('%PDF-1.7\n', jpeg) },
    { name: 'a JPEG and a ZIP', bytes: and(jpeg, ZIP) },
    { name: 'a JPEG with PHP in its comment', bytes: withSegment(jpeg, JPEG_COMMENT, PHP) },
    { name: 'a GIF that is a script', bytes: and('GIF89a/*', Buffer.alloc(10), '*/=1;alert(1)//;') },
    { name: 'a GIF before a JPEG', bytes: and('GIF89a', jpeg) },
    { name: 'an SVG with a script', bytes: and(SVG) },
    { name: 'an SVG before a PNG', bytes: and(SVG, png) },
    { name: 'a PNG and a page', bytes: and(png, PAGE) },
    { name: 'a PNG and a ZIP', bytes: and(png, ZIP) },
    { name: 'a PNG with an SVG in its text', bytes: and(png.subarray(0, 33), pngChunk('tEXt', and(`Comment\0${SVG}`)), png.subarray(33)) },
    { name: 'a PNG with PHP in a chunk of its own', bytes: and(png.subarray(0, 33), pngChunk('phPh', and(PHP)), png.subarray(33)) },
    { name: 'a WebP with a page in a chunk of its own', bytes: withWebpChunk(webp, PAGE) },
    { name: 'a WebP and a ZIP', bytes: and(webp, ZIP) },
    { name: 'a WebP and a page', bytes: and(webp, PAGE) },
  ];
}

const BOMB_SIDE = 40_000;

/** Small files that say that they are of 40,000 by 40,000 pixels, and one that has them all, in gray. */
export async function pixelBombs(): Promise<HostileImage[]> {
  const [jpeg = Buffer.alloc(0), progressive = Buffer.alloc(0), , , webp = Buffer.alloc(0)] = await wholeImages();
  return [
    { name: 'a PNG whose header says 1.6 thousand megapixels', bytes: plainPng(BOMB_SIDE, BOMB_SIDE, { lines: 4 }) },
    { name: 'a PNG that has 1.6 thousand megapixels', bytes: plainPng(BOMB_SIDE, BOMB_SIDE) },
    { name: 'a JPEG that says 1.6 thousand megapixels', bytes: jpegOfSize(jpeg, BOMB_SIDE, BOMB_SIDE) },
    { name: 'a progressive JPEG that says 1.6 thousand megapixels', bytes: jpegOfSize(progressive, BOMB_SIDE, BOMB_SIDE) },
    { name: 'a WebP that says 1.6 thousand megapixels', bytes: webpOfSize(webp, BOMB_SIDE, BOMB_SIDE) },
  ];
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
  const [jpeg = Buffer.alloc(0), , , , webp = Buffer.alloc(0)] = whole;
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
    ...(await polyglots()),
    ...(await pixelBombs()),
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
