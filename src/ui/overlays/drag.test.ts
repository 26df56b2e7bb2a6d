import { expect, test } from 'vitest';
import { dragCloses } from './drag.ts';

test.each([
  ['a long way', 170, 700, 0, true],
  ['a short way', 150, 700, 0, false],
  ['a third of a low sheet', 70, 200, 0, true],
  ['a flick', 30, 700, 0.8, true],
  ['a twitch', 10, 700, 0.8, false],
  ['a long way, but back up at the end', 300, 700, -0.8, false],
])('%s closes a sheet or not', (_, dy, height, velocity, closes) => {
  expect(dragCloses(dy, height, velocity)).toBe(closes);
});
