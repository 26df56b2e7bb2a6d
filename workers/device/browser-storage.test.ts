import { expect, test } from 'vitest';
import { createReopening } from './browser-storage.ts';

test('a store that is taken away again and again is reopened more and more slowly, until it lasted a minute', () => {
  let now = 0;
  const next = createReopening({ performance: { now: () => now } });
  expect([next(), next(), next(), next(), next(), next()]).toEqual([300, 900, 2700, 8100, 24_300, 30_000]);
  now += 61_000;
  expect(next()).toBe(300);
});
