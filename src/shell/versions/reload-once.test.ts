import { describe, expect, test } from 'vitest';
import { mayReload, reloadOnce } from './reload-once.ts';

const NOW = Date.UTC(2026, 0, 1);
const FIVE_MINUTES = 5 * 60_000;
const storageWith = (last?: number): Storage =>
  ({ getItem: () => (last === undefined ? null : String(last)), setItem: () => undefined }) as unknown as Storage;

describe('a page is loaded anew for a reason', () => {
  test.each([
    ['that it was never loaded anew for', undefined, true],
    ['of just now', NOW, false],
    ['of almost five minutes ago', NOW - FIVE_MINUTES + 1, false],
    ['of five minutes ago', NOW - FIVE_MINUTES, true],
    ['that lies ahead, since the clock was set back', NOW + 1, true],
  ])('%s', (_reason, last, may) => {
    expect(mayReload('reason', storageWith(last), NOW)).toBe(may);
  });

  test('never if the reload could not be remembered', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    } as unknown as Storage;
    expect(reloadOnce('reason', full, NOW)).toBe(false);
    const denied = {
      getItem: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    } as unknown as Storage;
    expect(mayReload('reason', denied, NOW)).toBe(false);
  });
});
