import { expect, test } from 'vitest';
import { imageIdOf, imageTypeOf, imageUrl } from './image.ts';

const id = '0190a0b0-0000-7000-8000-000000000001';

test('a row names an image by exactly one form of address', () => {
  expect(imageIdOf(imageUrl(id))).toBe(id);
  for (const other of [
    null,
    undefined,
    '',
    id,
    `/images/${id}`,
    `https://x.example/api/images/${id}`,
    `/api/images/${id}/..`,
    '/api/images/x',
  ]) {
    expect(imageIdOf(other)).toBeNull();
  }
});

test('the content decides the type', () => {
  expect(imageTypeOf(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe('image/jpeg');
  expect(imageTypeOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))).toBe('image/png');
  expect(imageTypeOf(new TextEncoder().encode('RIFF1234WEBPVP8 '))).toBe('image/webp');
  for (const other of ['', '%PDF-1.7', '<svg xmlns=""/>', 'GIF89a', 'RIFF1234WAVEfmt ', '\u0000\u0000\u0000\u0020ftypheic']) {
    expect(imageTypeOf(new TextEncoder().encode(other))).toBeNull();
  }
});
