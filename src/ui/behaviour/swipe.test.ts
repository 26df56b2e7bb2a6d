import { expect, test } from 'vitest';
import { isFar, swipeIntent, swipeSide } from './swipe.ts';

test('a trembling finger is undecided, a finger that moves up or down scrolls, one that moves to a side swipes', () => {
  expect(swipeIntent(4, -4)).toBe('undecided');
  expect(swipeIntent(3, 40)).toBe('scroll');
  expect(swipeIntent(-30, 30)).toBe('scroll');
  expect(swipeIntent(-40, 12)).toBe('swipe');
});

test('sides follow the direction of the text', () => {
  expect(swipeSide(-20, false)).toBe('start');
  expect(swipeSide(20, false)).toBe('end');
  expect(swipeSide(20, true)).toBe('start');
  expect(swipeSide(-20, true)).toBe('end');
});

test('far is about a third of a narrow row, and never more than a thumb reaches', () => {
  expect(isFar(-111, 800)).toBe(false);
  expect(isFar(-112, 800)).toBe(true);
  expect(isFar(100, 300)).toBe(true);
  expect(isFar(99, 300)).toBe(false);
});
