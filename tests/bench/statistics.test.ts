import { expect, test } from 'vitest';
import { median, percentile, spread } from './statistics.ts';

const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);

test('a percentile is the value that this share does not exceed', () => {
  expect(spread(hundred)).toEqual({ p50: 50, p95: 95, p99: 99 });
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile(hundred, 0)).toBe(1);
});

test('an empty sample has no median, so it meets no bound', () => {
  expect(median([])).toBeNaN();
});
