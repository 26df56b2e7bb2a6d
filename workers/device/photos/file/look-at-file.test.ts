import sharp from 'sharp';
import { expect, test } from 'vitest';
import { lyingPhoto } from '../../../../tests/support/chosen-photos.ts';
import { lookAtFile } from './look-at-file.ts';
import { OPENED_MAX_BYTES, PHOTO_MAX_PIXELS } from './open-limits.ts';
import { photoTypeOf } from './photo-type.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const bytesOf = async (made: { toBuffer(): Promise<Buffer> }): Promise<Bytes> => new Uint8Array(await made.toBuffer());
const letters = (words: string): Bytes => Uint8Array.from(words, (letter) => letter.charCodeAt(0));
const look = (bytes: Bytes) => lookAtFile(bytes.buffer, PHOTO_MAX_PIXELS);

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } });
const clear = (width: number, height: number) => sharp({ create: { width, height, channels: 4, background: '#08f8' } });
/** Two frames, the size of each of them. */
const moving = (width: number, height: number) =>
  sharp(Buffer.alloc(width * height * 6), { raw: { width, height: height * 2, channels: 3, pageHeight: height } });

test.each([
  ['image/png', 'png', () => picture(321, 123).png()],
  ['image/jpeg', 'jpg', () => picture(321, 123).jpeg()],
  ['image/jpeg', 'progressive jpg', () => picture(321, 123).jpeg({ progressive: true })],
  ['image/jpeg', 'jpg with what a camera writes', () => picture(321, 123).jpeg().withMetadata({ density: 300 })],
  ['image/webp', 'webp', () => picture(321, 123).webp()],
  ['image/webp', 'lossless webp', () => picture(321, 123).webp({ lossless: true })],
  ['image/webp', 'transparent webp', () => clear(321, 123).webp()],
  ['image/webp', 'moving webp', () => moving(321, 123).webp({ loop: 0, delay: [50, 50] })],
  ['image/gif', 'gif', () => picture(321, 123).gif()],
  ['image/gif', 'moving gif', () => moving(321, 123).gif()],
  ['image/avif', 'avif', () => picture(321, 123).avif()],
] as const)('type and size of %s (%s) are read from its header', async (type, _, made) => {
  expect(look(await bytesOf(made()))).toEqual({ type, width: 321, height: 123, orientation: 1 });
});

test('how a picture lies is read from its header, in all eight ways', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const bytes = new Uint8Array(await lyingPhoto({ width: 32, height: 48 }, orientation, format));
      const [width, height] = orientation < 5 ? [32, 48] : [48, 32];
      expect(look(bytes), `${format} ${orientation}`).toEqual({ type: `image/${format}`, width, height, orientation });
    }
  }
});

test('a truncated or false header has no size, and reading it always ends', async () => {
  for (const made of [
    picture(40, 30).png(),
    picture(40, 30).jpeg(),
    picture(40, 30).webp(),
    clear(40, 30).webp(),
    picture(40, 30).gif(),
    picture(40, 30).avif(),
  ]) {
    const bytes = await bytesOf(made);
    for (let length = 16; length < 24; length += 1) expect(look(bytes.slice(0, length))).toMatch(/^IMAGE_/);
    for (let at = 0; at < Math.min(300, bytes.length); at += 1) {
      const broken = bytes.slice();
      broken[at] = 0xff;
      const found = look(broken);
      if (typeof found !== 'string') expect(Math.min(found.width, found.height)).toBeGreaterThan(0);
    }
  }
  expect(look(new Uint8Array([0xff, 0xd8, 0xff, 0xff, 0xff, 0xff]))).toBe('IMAGE_DAMAGED');
  expect(look(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0]))).toBe('IMAGE_DAMAGED');
});

test('[R-68] a file that is no picture is refused by its content, each kind with its own words', () => {
  expect(look(new Uint8Array())).toBe('IMAGE_EMPTY');
  for (const words of ['%PDF-1.7', '<svg/>', 'hello', 'BM', '\xff', 'RIFF1234WAVEfmt ']) expect(look(letters(words))).toBe('IMAGE_TYPE');
  for (const words of [
    '\0\0\0\x18ftypmp42\0\0\0\0isommp42',
    '\0\0\0\x14ftypqt  \0\0\0\0qt  ',
    '\x1a\x45\xdf\xa3webm',
    'RIFF1234AVI LIST',
  ]) {
    expect(look(letters(words))).toBe('IMAGE_VIDEO');
  }
});

test('what iPhones and Android write is known by its brands', () => {
  expect(photoTypeOf(letters('\0\0\0\x18ftypheic\0\0\0\0mif1heic'))).toBe('image/heic');
  expect(photoTypeOf(letters('\0\0\0\x18ftypmif1\0\0\0\0mif1heic'))).toBe('image/heic');
  expect(photoTypeOf(letters('\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf'))).toBe('image/avif');
  // The size of the picture is that of the largest part, and a quarter turn swaps its sides.
  const box = (name: string, data: string): string => `${String.fromCharCode(0, 0, 0, data.length + 8)}${name}${data}`;
  const size = (width: number, height: number) =>
    box('ispe', `\0\0\0\0\0\0${String.fromCharCode(width >> 8, width & 255)}\0\0${String.fromCharCode(height >> 8, height & 255)}`);
  const heic = (parts: string) => letters(box('ftyp', 'heic\0\0\0\0mif1') + box('meta', `\0\0\0\0${box('iprp', box('ipco', parts))}`));
  expect(look(heic(size(512, 512) + size(4032, 3024)))).toMatchObject({ type: 'image/heic', width: 4032, height: 3024 });
  expect(look(heic(size(4032, 3024) + box('irot', '\x03')))).toMatchObject({ width: 3024, height: 4032 });
  expect(look(heic(size(40_000, 40_000)))).toBe('IMAGE_TOO_MANY_PIXELS');
  expect(look(heic(''))).toBe('IMAGE_DAMAGED');
});

test('too many pixels are refused before anything decodes them', async () => {
  const bytes = await bytesOf(picture(10, 10).png());
  const sized = (width: number, height: number) => {
    const copy = bytes.slice();
    const view = new DataView(copy.buffer);
    view.setUint32(16, width);
    view.setUint32(20, height);
    return copy;
  };
  expect(look(sized(20_000, 5000))).toMatchObject({ width: 20_000 });
  expect(look(sized(20_001, 5000))).toBe('IMAGE_TOO_MANY_PIXELS');
  expect(look(sized(0xffffffff, 0xffffffff))).toBe('IMAGE_TOO_MANY_PIXELS');
  expect(look(sized(0, 10))).toBe('IMAGE_DAMAGED');
  const gif = await bytesOf(picture(10, 10).gif());
  // A small screen with a huge first frame.
  const frame = gif.indexOf(0x2c, 13);
  new DataView(gif.buffer).setUint32(frame + 5, 0xffffffff);
  expect(look(gif)).toBe('IMAGE_TOO_MANY_PIXELS');
});

test('a file that is too long to read is refused', () => {
  const long = new Uint8Array(OPENED_MAX_BYTES + 1);
  expect(look(long)).toBe('IMAGE_TYPE');
  long.set([0xff, 0xd8, 0xff]);
  expect(look(long)).toBe('IMAGE_TOO_LARGE');
});
