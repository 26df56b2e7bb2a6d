import { expect, test } from 'vitest';
import { briefTime, clockText, dayText } from './day-text.ts';

const now = new Date('2026-03-12T00:10:00').getTime();
const iso = (local: string) => new Date(local).toISOString();

test.each([
  ['2026-03-12T00:01:00', 'Today'],
  ['2026-03-12T00:20:00', 'Today'],
  ['2026-03-11T23:59:00', 'Yesterday'],
  ['2026-03-10T12:00:00', new Intl.DateTimeFormat(undefined, { weekday: 'long' }).format(new Date('2026-03-10T12:00:00'))],
])('%s is %s', (time, words) => {
  expect(dayText(iso(time), now)).toBe(words);
});

test('what is older than a week carries its date, and of another year the year', () => {
  expect(dayText(iso('2026-03-01T12:00:00'), now)).not.toMatch(/2026/);
  expect(dayText(iso('2025-12-31T12:00:00'), now)).toMatch(/2025/);
});

test('the list shows the time for today and the day for the rest', () => {
  expect(briefTime(iso('2026-03-12T00:05:00'), now)).toBe(clockText(iso('2026-03-12T00:05:00')));
  expect(briefTime(iso('2026-03-11T00:05:00'), now)).not.toMatch(/05/);
});

test('a time that cannot be read says so', () => {
  expect([dayText('soon', now), clockText('soon'), briefTime('soon', now)]).toEqual(['Unknown time', 'Unknown time', 'Unknown time']);
});
