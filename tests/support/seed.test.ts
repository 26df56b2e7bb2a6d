import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawOf, drawSeed, seedOfRun } from './seed.ts';

const few = (draw: () => number) => Array.from({ length: 1000 }, draw);

test('the same seed and name draw the same numbers; another seed or name draws others', () => {
  const drawn = few(drawOf('writer 1', 7));
  expect(few(drawOf('writer 1', 7))).toEqual(drawn);
  for (const other of [drawOf('writer 2', 7), drawOf('writer 1', 8), drawOf('', 7)]) expect(few(other)).not.toEqual(drawn);
});

test('numbers are drawn from 0 up to 1, evenly', () => {
  const drawn = few(drawOf('anybody', drawSeed()));
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...drawn)).toBeLessThan(1);
  const parts = [0, 1, 2, 3].map((part) => drawn.filter((number) => Math.floor(number * 4) === part).length);
  for (const count of parts) expect(count).toBeGreaterThan(150);
});

test('properties draw from the seed of the run', () => {
  expect(fc.readConfigureGlobal().seed).toBe(seedOfRun);
  if (process.env.KITH_SEED !== undefined) expect(seedOfRun).toBe(Number(process.env.KITH_SEED));
});
