import { afterEach, expect, test, vi } from 'vitest';
import { backoff } from './backoff.ts';

afterEach(() => vi.restoreAllMocks());

test.for([
  [0, [250, 500, 1000, 2000]],
  [0.5, [375, 750, 1500, 3000]],
] as const)('each wait is twice the one before, with jitter: %d', ([chance, waits]) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  expect([0, 1, 2, 3].map((failures) => backoff(failures))).toEqual(waits);
});

test('the first wait is the one the caller gives, the longest is half a minute', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  expect(backoff(0, 1000)).toBe(1000);
  expect(backoff(1, 1000)).toBe(2000);
  vi.spyOn(Math, 'random').mockReturnValue(1);
  expect(backoff(500)).toBe(30_000);
});
