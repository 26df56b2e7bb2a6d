import { expect, test } from 'vitest';
import { backoff } from './backoff.ts';

const drawing = (chance: number) => ({ Math: { random: () => chance } });

test.for([
  [0, [250, 500, 1000, 2000]],
  [0.5, [375, 750, 1500, 3000]],
] as const)('each wait is twice the one before, with jitter: %d', ([chance, waits]) => {
  expect([0, 1, 2, 3].map((failures) => backoff(failures, drawing(chance)))).toEqual(waits);
});

test('the first wait is the one the caller gives, the longest is half a minute', () => {
  expect(backoff(0, drawing(0), 1000)).toBe(1000);
  expect(backoff(1, drawing(0), 1000)).toBe(2000);
  expect(backoff(500, drawing(1))).toBe(30_000);
});
