import { expect, test } from 'vitest';
import { photosOfPage } from './photos-of-page.ts';

test.each([
  ['/friends/ana/photos', { author: 'ana' }],
  ['/groups/hikers/photos', { group: 'hikers' }],
  ['/friends/ana', null],
  ['/groups/hikers', null],
  ['/posts', null],
])('the page %s shows the photos of %o', (path, of) => {
  expect(photosOfPage(path)).toEqual(of);
});
