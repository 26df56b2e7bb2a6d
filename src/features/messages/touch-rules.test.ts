import { expect, test } from 'vitest';
import { FARTHEST_PX, REPLY_PX, SLOP_PX, swipeOf } from './touch-rules.ts';

test('a finger that hardly moves may still be a press', () => {
  expect(swipeOf(SLOP_PX, 0, false, false)).toBeNull();
  expect(swipeOf(0, -SLOP_PX, true, false)).toBeNull();
});

test('a swipe goes in the reading direction, replies beyond a threshold, and moves the bubble only to a limit', () => {
  expect(swipeOf(REPLY_PX - 1, 0, false, false)).toEqual({ px: REPLY_PX - 1, replies: false });
  expect(swipeOf(REPLY_PX, 8, false, false)).toEqual({ px: REPLY_PX, replies: true });
  expect(swipeOf(300, 8, false, false)).toEqual({ px: FARTHEST_PX, replies: true });
  expect(swipeOf(-REPLY_PX, 0, false, false)).toBe('none');
  expect(swipeOf(-REPLY_PX, 0, true, false)).toEqual({ px: REPLY_PX, replies: true });
  expect(swipeOf(REPLY_PX, 0, true, false)).toBe('none');
});

test('scrolling is no swipe; a swipe moved back does not reply, and one that leaves its line ends', () => {
  expect(swipeOf(12, 30, false, false)).toBe('none');
  expect(swipeOf(4, -60, false, false)).toBe('none');
  expect(swipeOf(-20, 5, false, true)).toEqual({ px: 0, replies: false });
  expect(swipeOf(70, 60, false, true)).toBe('none');
});
