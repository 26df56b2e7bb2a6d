import { expect, test } from 'vitest';
import { syncTime } from './sync-time.ts';

const at = (text: string) => new Date(text).getTime();

test('today and yesterday have names, other days a date', () => {
  const now = at('2026-03-20T12:00:00');
  expect(syncTime(at('2026-03-20T00:05:00'), now)).toBe('Today 00:05');
  expect(syncTime(at('2026-03-19T23:59:00'), now)).toBe('Yesterday 23:59');
  expect(syncTime(at('2026-03-02T09:36:00'), now)).toMatch(/^(?=.*2)(?!.*(Today|Yesterday)).* 09:36$/);
});
