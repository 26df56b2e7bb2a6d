import { expect, test } from 'vitest';
import { halfInView, LOOK_MS, lookAgain, seenLongEnough } from './looked-at.ts';

const view = { top: 56, bottom: 656 };

test.each([
  [{ top: 100, bottom: 300 }, true],
  [{ top: -44, bottom: 156 }, true],
  [{ top: -45, bottom: 155 }, false],
  [{ top: 556, bottom: 756 }, true],
  [{ top: 557, bottom: 757 }, false],
  [{ top: 700, bottom: 900 }, false],
  // Longer than the screen: it fills half of the screen.
  [{ top: -3000, bottom: 356 }, true],
  [{ top: -3000, bottom: 355 }, false],
  [{ top: -3000, bottom: 3000 }, true],
  // Not laid out.
  [{ top: 100, bottom: 100 }, false],
])('%j is in view: %s', (thing, expected) => {
  expect(halfInView(thing, view)).toBe(expected);
});

test('two seconds without a pause count; short glances do not', () => {
  let looks: ReadonlyMap<string, number> = new Map();
  const look = (...ids: string[]) => {
    looks = lookAgain(looks, ids);
    return seenLongEnough(looks);
  };
  for (let at = 0; at < 2000; at += LOOK_MS) expect(look('a', at === 1000 ? 'c' : 'b')).toEqual([]);
  expect(look('a', 'b', 'd')).toEqual(['a']);
  expect(look('d')).toEqual([]);
  expect(look('a', 'd')).toEqual([]);
});
