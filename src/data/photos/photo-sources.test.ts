import { expect, test } from 'vitest';
import { forgetPhotoSources, keepPhotoSource, photoSource } from './photo-sources.ts';

const MB = 1024 * 1024;
const sourceOf = (size: number) => ({
  userId: 'ana',
  bytes: { size } as Blob,
  isFile: true,
  made: {},
  full: { width: 4000, height: 3000 },
  editable: true,
});

test('the files of the photos that were chosen last are kept, up to a bound', () => {
  for (const id of ['1', '2', '3']) keepPhotoSource(id, sourceOf(50 * MB));
  expect(['1', '2', '3'].map((id) => photoSource(id) !== undefined)).toEqual([false, true, true]);
  keepPhotoSource('small', sourceOf(MB));
  forgetPhotoSources(['3']);
  expect(['2', '3', 'small'].map((id) => photoSource(id) !== undefined)).toEqual([true, false, true]);
});
