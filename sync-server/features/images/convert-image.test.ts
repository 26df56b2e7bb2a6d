import sharp from 'sharp';
import { expect, test } from 'vitest';
import { IMAGE_SIDE } from '../../../schemas/images/image.ts';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { HOSTILE_TRACES, hostileImages, wholeImages } from '../../../tests/support/hostile-images.ts';
import { plainPng } from '../../../tests/support/png.ts';
import { convertImage, profileImageSize } from './convert-image.ts';

/** How much more than before the first image: 40 megapixels in memory, and what the library keeps for itself. */
const MOST_MEMORY_MB = 300;

const sender = { member: 'ana' };

async function converted(bytes: Buffer) {
  const image = await convertImage(bytes, profileImageSize, sender);
  if (typeof image === 'string') throw new Error(`refused: ${image}`);
  return image.large;
}

test('of each accepted type nothing is left but the picture', async () => {
  for (const whole of await wholeImages()) {
    const image = await converted(whole);
    expect(image).toMatchObject({ type: 'image/webp', width: 96, height: 72 });
    for (const trace of ['Ana at home', 'EXIF', 'Exif', 'ICCP', 'XMP']) expect(image.bytes.includes(trace)).toBe(false);
    const { format, exif, icc, xmp, pages } = await sharp(image.bytes).metadata();
    expect([format, exif, icc, xmp, pages]).toEqual(['webp', undefined, undefined, undefined, undefined]);
  }
});

test('a photo is made small and upright', async () => {
  const lying = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: 'teal' } })
    .composite([{ input: { create: { width: 800, height: 1200, channels: 3, background: 'white' } }, left: 0, top: 0 }])
    .withExif({ IFD0: { Orientation: '6' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const image = await converted(lying);
  expect([image.width, image.height]).toEqual([384, IMAGE_SIDE]);
  // The left side is at the top now.
  const { data } = await sharp(image.bytes).raw().toBuffer({ resolveWithObject: true });
  expect([data.readUInt8(0) > 240, data.readUInt8(data.length - 3) < 20]).toEqual([true, true]);
});

test.each([
  ['%PDF-1.7', 'IMAGE_TYPE'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'IMAGE_TYPE'],
  ['GIF89a', 'IMAGE_TYPE'],
] as const)('%j is refused as %s', async (text, code) => {
  expect(await convertImage(Buffer.from(text), profileImageSize, sender)).toBe(code);
});

test('too many pixels and damage are distinguished', async () => {
  const [jpeg = Buffer.alloc(0)] = await wholeImages();
  expect(await convertImage(plainPng(60_000, 60_000, { lines: 1 }), profileImageSize, sender)).toBe('IMAGE_TOO_MANY_PIXELS');
  expect(await convertImage(jpeg.subarray(0, jpeg.length / 2), profileImageSize, sender)).toBe('IMAGE_DAMAGED');
});

test('a thousand damaged, hostile and huge images: each is refused or made harmless, in bounded memory', async () => {
  const hostile = await hostileImages(1000, 20_261_123);
  const before = process.memoryUsage().rss;
  let peak = before;
  const counts = { kept: 0, refused: 0 };
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 2);
  try {
    // Several at the same time, as they come in reality.
    for (let at = 0; at < hostile.length; at += 8) {
      await Promise.all(
        hostile.slice(at, at + 8).map(async ({ name, bytes }) => {
          const image = await convertImage(bytes, profileImageSize, sender);
          if (typeof image === 'string') {
            expect([name, image in refusalWording]).toEqual([name, true]);
            counts.refused += 1;
            return;
          }
          const { large } = image;
          expect([name, Math.max(large.width, large.height) <= IMAGE_SIDE]).toEqual([name, true]);
          for (const trace of HOSTILE_TRACES) {
            expect([name, large.bytes.includes(trace)]).toEqual([name, false]);
          }
          counts.kept += 1;
        }),
      );
    }
  } finally {
    clearInterval(watch);
  }
  expect(counts.kept + counts.refused).toBe(1000);
  expect(counts.refused).toBeGreaterThan(500);
  expect(counts.kept).toBeGreaterThan(50);
  expect((peak - before) / 1_000_000).toBeLessThan(MOST_MEMORY_MB);
});
