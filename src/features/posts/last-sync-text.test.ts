import { expect, test } from 'vitest';
import { lastSyncText } from './last-sync-text.ts';

const now = new Date(2026, 2, 20, 12, 5).getTime();

test('the last sync names its day and its time', () => {
  expect(lastSyncText(new Date(2026, 2, 20, 9, 36).getTime(), now)).toBe('Last sync today at 09:36');
  expect(lastSyncText(new Date(2026, 2, 19, 21, 4).getTime(), now)).toBe('Last sync yesterday at 21:04');
  expect(lastSyncText(new Date(2026, 2, 12, 8, 0).getTime(), now)).toBe('Last sync on March 12 at 08:00');
});
