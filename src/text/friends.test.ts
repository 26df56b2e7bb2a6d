import { expect, test } from 'vitest';
import { freeSeatsText } from './friends.ts';

test.each([
  [0, 'Eight seats are free.'],
  [6, 'Two seats are free.'],
  [7, 'One seat is free.'],
  [8, 'Your table is full.'],
  [9, 'Your table is full.'],
])('with %i of eight taken: %s', (taken, text) => {
  expect(freeSeatsText(taken, 8)).toBe(text);
});
