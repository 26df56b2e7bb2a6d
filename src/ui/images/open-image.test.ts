import sharp from 'sharp';
import { expect, test } from 'vitest';
import { imageSizeOf } from '../../../schemas/images/image-size.ts';
import { checkImageHead, OPENED_MAX_BYTES, OPENED_MAX_PIXELS } from './open-image.ts';

const refusalOf = (bytes: Uint8Array, length = bytes.length) => checkImageHead(bytes, length);

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } });
const clear = (width: number, height: number) => sharp({ create: { width, height, channels: 4, background: '#08f8' } });

test.each([
  ['png', () => picture(321, 123).png()],
  ['jpg', () => picture(321, 123).jpeg()],
  ['progressive jpg', () => picture(321, 123).jpeg({ progressive: true })],
  ['jpg with what a camera writes', () => picture(321, 123).jpeg().withMetadata({ orientation: 6, density: 300 })],
  ['webp', () => picture(321, 123).webp()],
  ['lossless webp', () => picture(321, 123).webp({ lossless: true })],
  ['transparent webp', () => clear(321, 123).webp()],
])('the size of a %s is read from its header', async (_, made) => {
  const bytes = new Uint8Array(await made().toBuffer());
  expect(imageSizeOf(bytes)).toEqual({ width: 321, height: 123 });
  expect(refusalOf(bytes)).toBeNull();
});

test('a truncated or false header has no size, and reading it always ends', async () => {
  for (const made of [picture(40, 30).png(), picture(40, 30).jpeg(), picture(40, 30).webp(), clear(40, 30).webp()]) {
    const bytes = new Uint8Array(await made.toBuffer());
    for (let length = 0; length < 24; length++) expect(imageSizeOf(bytes.slice(0, length))).toBeNull();
    for (let at = 0; at < Math.min(200, bytes.length); at++) {
      const broken = bytes.slice();
      broken[at] = 0xff;
      const size = imageSizeOf(broken);
      if (size) expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
    }
  }
  expect(refusalOf(new Uint8Array([0xff, 0xd8, 0xff, 0xff, 0xff, 0xff]))).toBe('IMAGE_DAMAGED');
  expect(refusalOf(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0]))).toBe('IMAGE_DAMAGED');
});

test('a file that is no image is detected by its content, and before its size is checked', () => {
  const text = (words: string) => new TextEncoder().encode(words);
  for (const words of ['', '%PDF-1.7', 'GIF89a', '<svg/>']) expect(refusalOf(text(words))).toBe('IMAGE_TYPE');
  const large = new Uint8Array(64);
  expect(refusalOf(large, OPENED_MAX_BYTES + 1)).toBe('IMAGE_TYPE');
  large.set([0xff, 0xd8, 0xff]);
  expect(refusalOf(large, OPENED_MAX_BYTES + 1)).toBe('IMAGE_TOO_LARGE');
});

test('too many pixels are refused before the image is decoded', async () => {
  const bytes = new Uint8Array(await picture(10, 10).png().toBuffer());
  const sized = (width: number, height: number) => {
    const copy = bytes.slice();
    const view = new DataView(copy.buffer);
    view.setUint32(16, width);
    view.setUint32(20, height);
    return copy;
  };
  expect(refusalOf(sized(OPENED_MAX_PIXELS / 5000, 5000))).toBeNull();
  expect(refusalOf(sized(OPENED_MAX_PIXELS / 5000 + 1, 5000))).toBe('IMAGE_TOO_MANY_PIXELS');
  expect(refusalOf(sized(0xffffffff, 0xffffffff))).toBe('IMAGE_TOO_MANY_PIXELS');
  expect(refusalOf(sized(0, 10))).toBe('IMAGE_DAMAGED');
});
