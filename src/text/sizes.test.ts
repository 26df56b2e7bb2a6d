import { expect, test } from 'vitest';
import { usedText } from './sizes.ts';

test.each<[number, number | null, string]>([
  [0, 2_048_000_000, '1 MB of 2 GB'],
  [310_400_000, 2_048_000_000, '310 MB of 2 GB'],
  [1_204_000_000, 2_048_000_000, '1.2 of 2 GB'],
  [120_000_000, 500_000_000, '120 MB of 500 MB'],
  [3_960_000_000, null, '4 GB'],
])('%j of %j bytes', (bytes, most, words) => {
  expect(usedText(bytes, most)).toBe(words);
});
