import { expect, test } from 'vitest';
import { fileNamePart } from './file-name.ts';

test.each([
  ['Ana Ribeiro', 'Ana Ribeiro'],
  ['Zoë 🌊 O’Hara', 'Zoë O Hara'],
  ['Zoe\u0308', 'Zoë'],
  ['陳小明', '陳小明'],
  ['../..\\a\u202eb:*?"<>|\u0000.', 'a b'],
  ['  spaces  and\u00a0\ttabs. ', 'spaces and tabs'],
  ['🌊', 'photo'],
  ['', 'photo'],
])('%j becomes %j in the name of a file', (text, part) => {
  expect(fileNamePart(text, 'photo')).toBe(part);
});

test('a long text is cut, and leaves the name of a file some bytes', () => {
  expect(new TextEncoder().encode(fileNamePart('𝒜'.repeat(500), '')).length).toBeLessThanOrEqual(160);
});
