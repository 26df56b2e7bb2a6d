import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ImageType } from '../../../../schemas/images/image.ts';
import { CANARY, canaryPhotos, lyingPhoto, quartersOf, UPRIGHT } from '../../../../tests/support/chosen-photos.ts';
import { cutMetadata, joined } from './cut-metadata.ts';
import { lookAtFile } from './look-at-file.ts';
import { orientationOf } from './orientation.ts';
import { photoTypeOf } from './photo-type.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const typeOf = (bytes: Bytes): ImageType => photoTypeOf(bytes) as ImageType;
/** The file as it may leave the device: with its orientation, and without a profile. */
const cut = (bytes: Bytes, type = typeOf(bytes)): Bytes =>
  joined(cutMetadata(bytes, type, { orientation: orientationOf(bytes, type), profile: false }));
const pixelsOf = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();
const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

test('of place, camera, comments, small pictures and what follows the image, nothing stays but how the picture lies', async () => {
  for (const { type, bytes } of await canaryPhotos()) {
    expect(latin(bytes), type).toContain(CANARY);
    const left = cut(new Uint8Array(bytes));
    expect(latin(left), type).not.toMatch(/CANARY|GPS|xmp|ICC|iCCP|Photoshop|ftyp|tEXt|tIME|CANY|caNv/i);
    const { orientation, xmp, icc, exif } = await sharp(left).metadata();
    expect({ type, orientation, xmp, icc }).toEqual({ type, orientation: 6, xmp: undefined, icc: undefined });
    expect(exif?.length, type).toBeLessThan(40);
    expect(await quartersOf(await sharp(left).autoOrient().png().toBuffer()), type).toBe(UPRIGHT);
    expect(await pixelsOf(left)).toEqual(await pixelsOf(bytes));
    // Cut once more, it stays as it is.
    expect(cut(left)).toEqual(left);
  }
});

test('every orientation stays, and none is written where none was', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const bytes = new Uint8Array(await lyingPhoto({ width: 32, height: 48 }, orientation, format));
      const left = cut(bytes);
      expect(orientationOf(left, typeOf(left)), `${format} ${orientation}`).toBe(orientation);
      expect((await sharp(left).metadata()).orientation ?? 1, `${format} ${orientation}`).toBe(orientation);
      if (orientation === 1) expect((await sharp(left).metadata()).exif).toBeUndefined();
    }
  }
});

test('for a decoder the profile stays, and no orientation', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const lying = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 });
    const bytes = new Uint8Array(await lying.toFormat(format).toBuffer());
    const left = joined(cutMetadata(bytes, typeOf(bytes), { orientation: 1, profile: true }));
    const { icc, orientation, exif } = await sharp(left).metadata();
    expect({ format, orientation, exif }).toEqual({ format, orientation: undefined, exif: undefined });
    expect(icc).toEqual((await sharp(bytes).metadata()).icc);
  }
});

test('of an animation the first frame stays', async () => {
  const frames = Buffer.concat([Buffer.alloc(40 * 30 * 3, 200), Buffer.alloc(40 * 30 * 3, 10)]);
  const moving = sharp(frames, { raw: { width: 40, height: 60, channels: 3, pageHeight: 30 } });
  const left = cut(new Uint8Array(await moving.webp({ loop: 0, delay: [50, 50], lossless: true }).toBuffer()));
  const { pages, width, height } = await sharp(left).metadata();
  expect({ pages, width, height }).toEqual({ pages: undefined, width: 40, height: 30 });
  expect((await pixelsOf(left))[0]).toBe(200);
});

/** A few valid files, by their numbers. */
const whole: readonly Bytes[] = await Promise.all([
  ...(await canaryPhotos()).map(({ bytes }) => bytes),
  sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .jpeg({ progressive: true })
    .toBuffer(),
  sharp(Buffer.alloc(40 * 60 * 3, 9), { raw: { width: 40, height: 60, channels: 3, pageHeight: 30 } })
    .webp({ loop: 0 })
    .toBuffer(),
]).then((all) => all.map((bytes) => new Uint8Array(bytes)));

/** A file after some accidents: overwritten bytes, a piece of another file or of itself put in, a piece missing, an early end. */
const damaged = fc
  .tuple(
    fc.nat(whole.length - 1),
    fc.array(
      fc.record({
        at: fc.nat(2000),
        from: fc.nat(2000),
        length: fc.nat(300),
        other: fc.nat(whole.length - 1),
        bytes: fc.uint8Array({ maxLength: 12 }),
        kind: fc.nat(3),
      }),
      { maxLength: 6 },
    ),
  )
  .map(([first, accidents]) => {
    let file = whole[first] ?? new Uint8Array();
    for (const { at, from, length, other, bytes, kind } of accidents) {
      const place = Math.min(at, file.length);
      const piece = kind === 0 ? bytes : (whole[other] ?? file).subarray(from, from + length);
      if (kind < 2) file = joined([file.subarray(0, place), new Uint8Array(piece), file.subarray(place + piece.length)]);
      else if (kind === 2) file = joined([file.subarray(0, place), new Uint8Array(piece), file.subarray(place)]);
      else file = joined([file.subarray(0, place), file.subarray(place + length)]);
    }
    return file;
  });
const types = fc.constantFrom<ImageType>('image/jpeg', 'image/png', 'image/webp');

test.each([11, 12, 13])('damaged files: never an error, and never more bytes than before, seed %i', (seed) => {
  fc.assert(
    fc.property(damaged, types, (file, type) => {
      const before = file.slice();
      const pieces = cutMetadata(file, type, { orientation: orientationOf(file, type), profile: false });
      expect(joined(pieces).length).toBeLessThanOrEqual(Math.max(file.length, 12));
      // Cut again, it only gets smaller: it ends.
      const once = joined(pieces);
      expect(joined(cutMetadata(once, type, { orientation: 1, profile: false })).length).toBeLessThanOrEqual(Math.max(once.length, 12));
      expect(file).toEqual(before);
      lookAtFile(file.buffer, 1e9);
    }),
    { seed, numRuns: 800 },
  );
});

test('bytes of all lengths and kinds never are an error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), types, fc.integer({ min: 1, max: 8 }), (random, type, orientation) => {
      const heads = {
        'image/jpeg': [0xff, 0xd8, 0xff],
        'image/png': [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
        'image/webp': [...'RIFF\xff\xff\0\0WEBP'].map((letter) => letter.charCodeAt(0)),
      };
      const file = Uint8Array.from([...heads[type], ...random]);
      cutMetadata(file, type, { orientation, profile: true });
      lookAtFile(file.buffer, 1e9);
    }),
    { seed: 7, numRuns: 2000 },
  );
});

test('a file of twenty megabytes with nothing but markers is cut in no time worth speaking of', () => {
  const file = new Uint8Array(20_000_000).fill(0xff);
  file.set([0xff, 0xd8, 0xff, 0xda, 0, 2]);
  const begun = performance.now();
  cut(file, 'image/jpeg');
  // A second look at each byte from each byte would take days.
  expect(performance.now() - begun).toBeLessThan(60_000);
});
