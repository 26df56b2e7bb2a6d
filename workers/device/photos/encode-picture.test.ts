import { expect, test } from 'vitest';
import { encodeToFit, QUALITY, writeWebpOrJpeg } from './encode-picture.ts';

const blobOf = (size: number, type = 'image/webp') => new Blob([new Uint8Array(size)], { type });

/** Writes files of these sizes, one after the other, and keeps the qualities that it was asked for. */
function writer(...sizes: readonly number[]) {
  const asked: number[] = [];
  return {
    asked,
    write: (quality: number) => {
      asked.push(quality);
      return Promise.resolve(blobOf(sizes[asked.length - 1] ?? 0));
    },
  };
}
const limits = { aim: 150, most: 500 };

test('a picture that is small enough is written once, in the best quality', async () => {
  const { write, asked } = writer(150);
  expect((await encodeToFit(write, limits))?.size).toBe(150);
  expect(asked).toEqual([QUALITY]);
});

test('quality goes down in steps until a picture fits', async () => {
  const { write, asked } = writer(400, 300, 149);
  expect((await encodeToFit(write, limits))?.size).toBe(149);
  expect(asked).toHaveLength(3);
  expect([...asked].sort((one, other) => other - one)).toEqual(asked);
});

test('a picture that needs more than it should gets no bad quality for it', async () => {
  const { write, asked } = writer(480, 460, 440, 420, 1);
  expect((await encodeToFit(write, limits))?.size).toBe(420);
  expect(asked.at(-1)).toBe(0.5);
});

test('what is accepted is never exceeded', async () => {
  const { write } = writer(900, 800, 700, 600, 499);
  expect((await encodeToFit(write, limits))?.size).toBe(499);
  const { write: never, asked } = writer(900, 900, 900, 900, 900, 900, 1);
  expect(await encodeToFit(never, limits)).toBeNull();
  expect(asked).toHaveLength(6);
});

test('a browser that writes nothing is not asked again', async () => {
  const { write, asked } = writer(0);
  expect(await encodeToFit(write, limits)).toBeNull();
  expect(asked).toHaveLength(1);
});

test('a browser that cannot write WebP writes a JPG, whatever it was asked for', async () => {
  const asked: string[] = [];
  const safari = (type: string) => {
    asked.push(type);
    return Promise.resolve(blobOf(9, type === 'image/webp' ? 'image/png' : type));
  };
  expect((await writeWebpOrJpeg(safari)).type).toBe('image/jpeg');
  expect(asked).toEqual(['image/webp', 'image/jpeg']);
  expect((await writeWebpOrJpeg((type) => Promise.resolve(blobOf(9, type)))).type).toBe('image/webp');
});
