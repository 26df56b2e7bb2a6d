import { expect, test } from 'vitest';
import { photoFileName } from './photo-file.ts';

const noon = new Date(2026, 10, 9, 12).toISOString();

test.each([
  ['Ana Ribeiro', noon, 2, 'image/webp', 'Ana-Ribeiro-2026-11-09-2.webp'],
  ['Zoë 🌊 O’Hara', noon, 1, 'image/jpeg', 'Zoë-O-Hara-2026-11-09-1.jpg'],
  ['陳小明', noon, 1, 'image/png', '陳小明-2026-11-09-1.png'],
  ['../..\\a\u202eb:*?"<>|', noon, 1, 'image/webp', 'a-b-2026-11-09-1.webp'],
  ['🌊', noon, 3, 'image/webp', 'photo-2026-11-09-3.webp'],
  ['Ana', 'no time', 1, '', 'Ana-1.webp'],
])(
  'the file of %s is named after its author, day and place, without what a name of a file may not have',
  (author, time, nth, type, name) => {
    expect(photoFileName(author, time, nth, type)).toBe(name);
  },
);

test('a long name is cut', () => {
  expect(new TextEncoder().encode(photoFileName('ق'.repeat(500), noon, 1, 'image/webp')).length).toBeLessThan(255);
});
