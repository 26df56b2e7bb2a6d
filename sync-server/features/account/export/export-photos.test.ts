import { expect, test } from 'vitest';
import { examplePhoto } from '../../../../schemas/images/photo.ts';
import { photoNamer } from './export-photos.ts';

const photos = (...ids: string[]) => ids.map((id) => ({ ...examplePhoto, id }));
const files = (named: readonly { readonly file: string | null }[]) => named.map(({ file }) => file);

test('files are named by time and name, and counted in each minute', () => {
  const named = photoNamer('posts', 'Ana');
  expect(files(named({ created_at: '2026-11-29T14:05:59.000Z', photos: photos('a', 'b'), stored: ['a', 'b'] }))).toEqual([
    'photos/posts/2026-11-29 14.05 Ana 1.webp',
    'photos/posts/2026-11-29 14.05 Ana 2.webp',
  ]);
  expect(files(named({ created_at: '2026-11-29T14:05:01.000Z', photos: photos('c'), stored: ['c'] }))).toEqual([
    'photos/posts/2026-11-29 14.05 Ana 3.webp',
  ]);
  expect(files(named({ created_at: '2026-11-29T14:04:59.000Z', photos: photos('d'), stored: ['d'] }))).toEqual([
    'photos/posts/2026-11-29 14.04 Ana 1.webp',
  ]);
});

test('a photo whose bytes are not here has no file, and the others keep their numbers', () => {
  const named = photoNamer('messages', '../Ana');
  expect(files(named({ created_at: '2026-11-29T14:05:59.000Z', photos: photos('a', 'b'), stored: ['b'] }))).toEqual([
    null,
    'photos/messages/2026-11-29 14.05 Ana 2.webp',
  ]);
});
