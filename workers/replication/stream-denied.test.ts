import { expect, test } from 'vitest';
import { watchDenials } from './stream-denied.ts';

function world() {
  let now = 1000;
  const denials = watchDenials(() => now);
  return {
    ...denials,
    attempts(count: number, overMs: number) {
      for (let at = 0; at < count; at++) {
        denials.note();
        now += overMs / count;
      }
    },
  };
}

test('several attempts over ten seconds, and an answer all the same: then streams are kept away', () => {
  const { attempts, answered, denied } = world();
  attempts(3, 10_000);
  expect(denied()).toBe(false);
  answered();
  expect(denied()).toBe(true);
});

test.each([
  ['too few attempts', 2, 60_000],
  ['too short a while', 20, 9999],
])('%s say nothing yet', (_, count, overMs) => {
  const { attempts, answered, denied } = world();
  attempts(count, overMs);
  answered();
  expect(denied()).toBe(false);
});

test('what failed before a stream stood, or while nothing was answered, does not count', () => {
  const { attempts, answered, clear, denied } = world();
  attempts(9, 60_000);
  clear();
  attempts(1, 20_000);
  answered();
  expect(denied()).toBe(false);
});

test('it lasts until a stream stands', () => {
  const { attempts, answered, clear, denied } = world();
  attempts(3, 20_000);
  answered();
  attempts(1, 10);
  answered();
  expect(denied()).toBe(true);
  clear();
  expect(denied()).toBe(false);
});
