import { expect, test } from 'vitest';
import { isRemembered } from './install-prompt.ts';

const NOW = Date.UTC(2026, 0, 1);
const DAY = 24 * 60 * 60_000;

test.each([
  ['of just now', NOW, true],
  ['of almost seven days ago', NOW - 7 * DAY + 1, true],
  ['of seven days ago', NOW - 7 * DAY, false],
  ['that lies some minutes ahead, since the clock was put right', NOW + 10 * 60_000, true],
  ['that lies a year ahead, since the clock was put right', NOW + 365 * DAY, false],
  ['that never was', 0, false],
])('a "not now" %s', (_what, at, remembered) => {
  expect(isRemembered(at, NOW)).toBe(remembered);
});
