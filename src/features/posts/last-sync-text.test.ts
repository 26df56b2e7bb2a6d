import { expect, test } from 'vitest';
import { memberClock } from '../../ui/clock-text.ts';
import { lastSyncText } from './last-sync-text.ts';

const now = new Date(2026, 2, 20, 12, 5).getTime();

test('the last sync names its day and its time', () => {
  const [today, yesterday, before] = [new Date(2026, 2, 20, 9, 36), new Date(2026, 2, 19, 21, 4), new Date(2026, 2, 12, 8, 0)].map(Number);
  const { time, longDate } = memberClock;
  expect(lastSyncText(today ?? 0, now)).toBe(`Last sync today at ${time(today ?? 0)}`);
  expect(lastSyncText(yesterday ?? 0, now)).toBe(`Last sync yesterday at ${time(yesterday ?? 0)}`);
  expect(lastSyncText(before ?? 0, now)).toBe(`Last sync on ${longDate(before ?? 0, now)} at ${time(before ?? 0)}`);
});
