import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPutOff } from './put-off.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a write waits for as long as the server says, and at most ten minutes', () => {
  const changed = vi.fn();
  const later = createPutOff(changed);
  later.add('short', 30);
  later.add('long', 3_600);
  expect([later.has('short'), later.has('long'), later.has('another')]).toEqual([true, true, false]);
  vi.advanceTimersByTime(30_000);
  expect([later.has('short'), later.has('long')]).toEqual([false, true]);
  vi.advanceTimersByTime(570_000);
  expect(later.some()).toBe(false);
  expect(changed).toHaveBeenCalledTimes(4);
});

test('all waits end where somebody asks for that, and silently where it is closed', () => {
  const changed = vi.fn();
  const later = createPutOff(changed);
  later.end();
  expect(changed).not.toHaveBeenCalled();
  later.add('one', 30);
  later.add('two', undefined);
  later.end();
  expect(later.some()).toBe(false);
  expect(changed).toHaveBeenCalledTimes(3);
  later.add('one', 30);
  later.close();
  vi.advanceTimersByTime(60_000);
  expect(changed).toHaveBeenCalledTimes(4);
});
