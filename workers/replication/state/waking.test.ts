import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ASK_EVERY_MS, createWaking, type Waking } from './waking.ts';

let events: string[];
let waking: Waking;

beforeEach(() => {
  vi.useFakeTimers();
  events = [];
  waking = createWaking({ doubt: () => events.push('doubt'), ask: () => events.push('ask') });
});
afterEach(() => void vi.useRealTimers());

test('a wake-up doubts the connection and asks the server at once', () => {
  waking.wake();
  expect(events).toEqual(['doubt', 'ask']);
});

test('more wake-ups within a few seconds doubt at once, and ask once when the time is over', () => {
  waking.wake();
  vi.advanceTimersByTime(1000);
  waking.wake();
  waking.wake();
  expect(events).toEqual(['doubt', 'ask', 'doubt', 'doubt']);
  vi.advanceTimersByTime(ASK_EVERY_MS - 1001);
  expect(events.filter((event) => event === 'ask')).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(events).toEqual(['doubt', 'ask', 'doubt', 'doubt', 'ask']);
  vi.advanceTimersByTime(10 * ASK_EVERY_MS);
  expect(events).toHaveLength(5);
});

test('a later wake-up asks at once again, even if the clock was set back', () => {
  waking.wake();
  vi.advanceTimersByTime(ASK_EVERY_MS);
  vi.setSystemTime(Date.now() - 3_600_000);
  waking.wake();
  expect(events.filter((event) => event === 'ask')).toHaveLength(2);
});

test('nothing is asked after close', () => {
  waking.wake();
  waking.wake();
  waking.close();
  vi.advanceTimersByTime(10 * ASK_EVERY_MS);
  expect(events.filter((event) => event === 'ask')).toHaveLength(1);
});
