import { expect, test } from 'vitest';
import { exactTime, relativeTime } from './relative-time.tsx';

const now = Date.parse('2026-03-20T12:00:00.000Z');
const ago = (milliseconds: number) => relativeTime(new Date(now - milliseconds).toISOString(), now);
const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

test.each([
  [0, 'Just now'],
  [59 * SECOND, 'Just now'],
  [MINUTE, '1m ago'],
  [59 * MINUTE + 59 * SECOND, '59m ago'],
  [HOUR, '1h ago'],
  [DAY - SECOND, '23h ago'],
  [DAY, '1d ago'],
  [7 * DAY - SECOND, '6d ago'],
])('%i ms before now reads %s', (age, words) => {
  expect(ago(age)).toBe(words);
});

test('from seven days on it is a date, with the year where that is another', () => {
  expect(ago(7 * DAY)).toMatch(/13/);
  expect(ago(7 * DAY)).not.toMatch(/ago|2026/);
  expect(ago(400 * DAY)).toMatch(/2025/);
});

test('a clock that runs behind the server reads now, not the future', () => {
  expect(ago(-5 * MINUTE)).toBe('Just now');
});

test('what is no time says so', () => {
  expect(relativeTime('soon', now)).toBe('Unknown time');
  expect(exactTime('')).toBe('Unknown time');
});
