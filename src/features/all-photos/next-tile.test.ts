import { expect, test } from 'vitest';
import { nextTile } from './next-tile.ts';

// Two lines of three, and the first tile of the next month.
const tiles = [0, 100, 200]
  .flatMap((left) => [{ left, top: 0 }])
  .concat(
    [0, 100].map((left) => ({ left, top: 100 })),
    { left: 0, top: 260 },
  );

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 3],
  ['ArrowLeft', 3, 2],
  ['ArrowLeft', 0, undefined],
  ['ArrowRight', 5, undefined],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 2, 4],
  ['ArrowDown', 4, 5],
  ['ArrowDown', 5, undefined],
  ['ArrowUp', 5, 3],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 0, undefined],
  ['Enter', 0, undefined],
])('%s leads from tile %i to %s', (key, at, next) => {
  expect(nextTile(key, tiles, at, false)).toBe(next);
});

test('where lines run from right to left, so do the arrows', () => {
  expect(nextTile('ArrowLeft', tiles, 0, true)).toBe(1);
  expect(nextTile('ArrowRight', tiles, 1, true)).toBe(0);
});
