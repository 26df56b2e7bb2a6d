import { expect, test } from 'vitest';
import { clockIn, daysAgo } from './clock-text.ts';

const at = (text: string) => new Date(text).getTime();
const evening = at('2026-03-12T21:04:00');
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test('the time of day has 12 or 24 hours, and a day its order, as the place writes them', () => {
  expect(plain(clockIn('en-US').time(evening))).toBe('9:04 PM');
  expect(clockIn('en-GB').time(evening)).toBe('21:04');
  expect(clockIn('de').time(evening)).toBe('21:04');
  expect(clockIn('en-US').longDate(evening, evening)).toBe('March 12');
  expect(clockIn('en-GB').longDate(evening, evening)).toBe('12 March');
  expect(plain(clockIn('en-US').whole(evening))).toMatch(/^Thursday, March 12, 2026.* 9:04 PM$/);
});

test('a day of another year carries the year', () => {
  const { shortDate, longDate } = clockIn('en-GB');
  const later = at('2027-01-02T08:00:00');
  expect([shortDate(evening, evening), shortDate(evening, later), longDate(evening, later)]).toEqual([
    '12 Mar',
    '12 Mar 2026',
    '12 March 2026',
  ]);
});

test('days are counted by the calendar, not by hours', () => {
  expect(daysAgo(at('2026-03-11T23:59:00'), at('2026-03-12T00:01:00'))).toBe(1);
  expect(daysAgo(at('2026-03-12T00:01:00'), at('2026-03-12T23:59:00'))).toBe(0);
});
