import { expect, test } from 'vitest';
import { memberClock } from '../ui/clock-text.ts';
import { syncTime } from './sync-time.ts';

const at = (text: string) => new Date(text).getTime();

test('today and yesterday have names, other days a date', () => {
  const now = at('2026-03-20T12:00:00');
  const [early, late, before] = [at('2026-03-20T00:05:00'), at('2026-03-19T23:59:00'), at('2026-03-02T09:36:00')];
  expect(syncTime(early, now)).toBe(`Today ${memberClock.time(early)}`);
  expect(syncTime(late, now)).toBe(`Yesterday ${memberClock.time(late)}`);
  expect(syncTime(before, now)).toBe(`${memberClock.shortDate(before, now)} ${memberClock.time(before)}`);
});
