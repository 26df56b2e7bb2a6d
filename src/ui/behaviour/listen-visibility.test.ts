import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenVisibility } from './listen-visibility.ts';

const page = new EventTarget();
const change = () => page.dispatchEvent(new Event('visibilitychange'));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('nothing is rendered in the event that hides the page, and once after it', () => {
  const listener = vi.fn();
  const stop = listenVisibility(listener);
  change();
  change();
  expect(listener).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
});

test('a listener that was stopped is not called, also for what just happened', () => {
  const listener = vi.fn();
  const stop = listenVisibility(listener);
  change();
  stop();
  change();
  vi.runAllTimers();
  expect(listener).not.toHaveBeenCalled();
});
