import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentRange, offsetOf, partRangeOf } from './image-parts.ts';

test('a range is read as it was written', () => {
  fc.assert(
    fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 1e9 }), fc.nat(1e9), (start, size, rest) => {
      const range = { start, end: start + size, total: start + size + rest };
      expect(partRangeOf(contentRange(range))).toEqual(range);
    }),
  );
  expect(contentRange({ start: 0, end: 16, total: 17 })).toBe('bytes 0-15/17');
});

test('what is no range of bytes within the image is none', () => {
  for (const header of [
    ...['', 'bytes', 'bytes 0-15', 'bytes 0-15/*', 'bytes */17', 'items 0-15/17', 'bytes -1-15/17', 'bytes 0-15/17, 16-16/17'],
    ...['bytes 5-4/17', 'bytes 0-17/17', 'bytes 0-0/0', 'bytes 1e1-15/17', 'bytes 0x0-15/17', `bytes 0-15/${'9'.repeat(13)}`],
  ]) {
    expect([header, partRangeOf(header)]).toEqual([header, null]);
  }
});

test('an offset is a number', () => {
  expect(['0', '17', '', '-1', '1.5', 'x', null].map(offsetOf)).toEqual([0, 17, null, null, null, null, null]);
});
