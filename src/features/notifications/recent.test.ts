import { expect, test } from 'vitest';
import { type NotificationRow, oldestEnds, recentOf } from './recent.ts';

const DAY = 24 * 60 * 60 * 1000;
const now = Date.parse('2026-03-20T12:00:00.000Z');
const aged = (age: number) => ({ created_at: new Date(now - age).toISOString() }) as NotificationRow;

test('a notification is no longer listed from the moment it is two days old', () => {
  const rows = [aged(0), aged(2 * DAY - 1), aged(2 * DAY), aged(9 * DAY)];
  const recent = recentOf(rows, now);
  expect(recent).toEqual(rows.slice(0, 2));
  expect(oldestEnds(recent)).toBe(now + 1);
  expect(recentOf(rows, now + 1)).toEqual(rows.slice(0, 1));
  expect(oldestEnds([])).toBeUndefined();
});
