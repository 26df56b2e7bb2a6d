import { describe, expect, test } from 'vitest';
import {
  briefTime,
  clockIn,
  clockText,
  daysAgo,
  dayText,
  exactTime,
  lastSyncText,
  memberClock,
  relativeTime,
  sinceText,
  syncTime,
} from './times.ts';

const at = (text: string) => new Date(text).getTime();
const evening = at('2026-03-12T21:04:00');
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test('the time of day has 12 or 24 hours, and a day has its order, as the locale writes them', () => {
  expect(plain(clockIn('en-US').time(evening))).toBe('9:04 PM');
  expect(clockIn('en-GB').time(evening)).toBe('21:04');
  expect(clockIn('de').time(evening)).toBe('21:04');
  expect(clockIn('en-US').longDate(evening, evening)).toBe('March 12');
  expect(clockIn('en-GB').longDate(evening, evening)).toBe('12 March');
  expect(plain(clockIn('en-US').whole(evening))).toMatch(/^Thursday, March 12, 2026.* 9:04 PM$/);
});

test('a day of another year shows the year', () => {
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

describe('how long ago', () => {
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

  test('from seven days on it is a date, with the year if that is another one', () => {
    expect(ago(7 * DAY)).toMatch(/13/);
    expect(ago(7 * DAY)).not.toMatch(/ago|2026/);
    expect(ago(400 * DAY)).toMatch(/2025/);
  });

  test('a clock that runs behind the server reads now, not the future', () => {
    expect(ago(-5 * MINUTE)).toBe('Just now');
  });

  test('an invalid time says so', () => {
    expect(relativeTime('soon', now)).toBe('Unknown time');
    expect(exactTime('')).toBe('Unknown time');
  });
});

describe('the day of a message', () => {
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

  test('a day more than a week ago shows its date, and in another year also the year', () => {
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
});

describe('since when', () => {
  const now = Date.parse('2026-03-20T12:00:00.000Z');

  test.each([
    ['2026-03-20T11:00:00.000Z', 'today'],
    ['2026-03-12T12:00:00.000Z', 'this month'],
    ['2026-02-20T12:00:00.000Z', 'last month'],
    ['2025-12-15T12:00:00.000Z', 'December 2025'],
    ['2024-05-02T12:00:00.000Z', 'May 2024'],
    ['soon', 'Unknown time'],
  ])('friends since %s reads %s', (timestamp, text) => {
    expect(sinceText(timestamp, now)).toBe(text);
  });
});

describe('the last sync, in the feed', () => {
  const now = new Date(2026, 2, 20, 12, 5).getTime();

  test('the last sync names its day and its time', () => {
    const [today, yesterday, before] = [new Date(2026, 2, 20, 9, 36), new Date(2026, 2, 19, 21, 4), new Date(2026, 2, 12, 8, 0)].map(
      Number,
    );
    const { time, longDate } = memberClock;
    expect(lastSyncText(today ?? 0, now)).toBe(`Last sync today at ${time(today ?? 0)}`);
    expect(lastSyncText(yesterday ?? 0, now)).toBe(`Last sync yesterday at ${time(yesterday ?? 0)}`);
    expect(lastSyncText(before ?? 0, now)).toBe(`Last sync on ${longDate(before ?? 0, now)} at ${time(before ?? 0)}`);
  });
});

describe('the last sync, in the settings', () => {
  const at = (text: string) => new Date(text).getTime();

  test('today and yesterday have names, other days a date', () => {
    const now = at('2026-03-20T12:00:00');
    const [early, late, before] = [at('2026-03-20T00:05:00'), at('2026-03-19T23:59:00'), at('2026-03-02T09:36:00')];
    expect(syncTime(early, now)).toBe(`Today ${memberClock.time(early)}`);
    expect(syncTime(late, now)).toBe(`Yesterday ${memberClock.time(late)}`);
    expect(syncTime(before, now)).toBe(`${memberClock.shortDate(before, now)} ${memberClock.time(before)}`);
  });
});

test('days of notifications have names', () => {
  const now = Date.parse('2026-03-20T12:00:00');
  expect(dayText(new Date(now - 60_000).toISOString(), now)).toBe('Today');
  expect(dayText(new Date(now - 86_400_000).toISOString(), now)).toBe('Yesterday');
  expect(dayText(new Date(now - 2 * 86_400_000).toISOString(), now)).toBe('Wednesday');
  expect(dayText(new Date(now - 6 * 86_400_000).toISOString(), now)).toBe('Saturday');
  expect(dayText(new Date(now - 7 * 86_400_000).toISOString(), now)).toBe('March 13');
});
