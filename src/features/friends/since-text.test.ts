import { expect, test } from 'vitest';
import { sinceText } from './since-text.ts';

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
