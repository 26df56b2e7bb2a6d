import { expect, test } from 'vitest';
import { initials, tintOf } from './initials.ts';

test.each([
  ['Ana Ribeiro', 'AR'],
  ['  jonas   van den weber ', 'JW'],
  ['Ruth', 'R'],
  ['', ''],
  ['ąda Łoś', 'ĄŁ'],
  ['👩‍👧 Home', '👩‍👧H'],
])('%j gives %j', (name, letters) => {
  expect(initials(name)).toBe(letters);
});

test('a tint is one of eight, always the same for an id, and ids spread over all of them', () => {
  const ids = Array.from({ length: 400 }, (_, at) => `018f2f6a-0000-7000-8000-${String(at).padStart(12, '0')}`);
  const tints = new Set(ids.map(tintOf));
  expect([...tints].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(ids.map(tintOf)).toEqual(ids.map(tintOf));
});
