import { expect, test } from 'vitest';
import { isComplete, readPosition, writePosition } from './checkpoint-position.ts';

test.each([
  ['complete', 40, { upTo: 40, downTo: 0 }],
  ['behind', 31, { upTo: 31, downTo: 0 }],
  ['being filled', [38, 31] as [number, number], { upTo: 38, downTo: 31 }],
  ['left', null, { upTo: 40, downTo: 41 }],
  ['never heard of', undefined, { upTo: 40, downTo: 41 }],
  ['beyond the head', 41, null],
  ['far beyond', Number.MAX_SAFE_INTEGER, null],
  ['filled beyond the head', [41, 3] as [number, number], null],
  ['upside down', [3, 31] as [number, number], null],
])('a scope that is %s', (_, state, position) => {
  expect(readPosition(state, 40)).toEqual(position);
});

test('a position that was written reads back the same', () => {
  for (const state of [0, 7, 40, [40, 31], [40, 41], [7, 2]] as (number | [number, number])[]) {
    const position = readPosition(state, 40);
    expect(position && writePosition(position)).toEqual(state);
  }
});

test('complete means at the head with nothing older missing', () => {
  expect(isComplete({ upTo: 40, downTo: 1 }, 40)).toBe(true);
  expect(isComplete({ upTo: 39, downTo: 1 }, 40)).toBe(false);
  expect(isComplete({ upTo: 40, downTo: 2 }, 40)).toBe(false);
});
