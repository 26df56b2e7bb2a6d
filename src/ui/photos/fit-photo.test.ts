import { expect, test } from 'vitest';
import { fitPhoto } from './fit-photo.ts';

const phone = { width: 390, height: 700 };

test.each([
  ['a wide photo takes the whole width', { width: 1600, height: 900 }, { width: 390, height: 219 }],
  ['a tall photo takes the whole height', { width: 900, height: 3200 }, { width: 197, height: 700 }],
  ['a small photo keeps its size', { width: 300, height: 200 }, { width: 300, height: 200 }],
])('%s', (_, photo, size) => {
  expect(fitPhoto(photo, phone)).toEqual(size);
});
