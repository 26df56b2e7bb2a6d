import { expect, test } from 'vitest';
import { FARTHEST_PX, REPLY_PX, SLOP_PX, swipeOf } from './touch-rules.ts';

test('a finger that hardly moves may still press', () => {
  expect(swipeOf(SLOP_PX, 0, false, false)).toBeNull();
  expect(swipeOf(0, -SLOP_PX, true, false)).toBeNull();
});

test('a swipe goes in the direction of reading, replies from its threshold on, and moves the bubble only so far', () => {
  expect(swipeOf(REPLY_PX - 1, 0, false, false)).toEqual({ px: REPLY_PX - 1, replies: false });
  expect(swipeOf(REPLY_PX, 8, false, false)).toEqual({ px: REPLY_PX, replies: true });
  expect(swipeOf(300, 8, false, false)).toEqual({ px: FARTHEST_PX, replies: true });
  expect(swipeOf(-REPLY_PX, 0, false, false)).toBe('none');
  expect(swipeOf(-REPLY_PX, 0, true, false)).toEqual({ px: REPLY_PX, replies: true });
  expect(swipeOf(REPLY_PX, 0, true, false)).toBe('none');
});

test('scrolling is no swipe; a swipe that is led back replies to nothing, and one that goes astray is over', () => {
  expect(swipeOf(12, 30, false, false)).toBe('none');
  expect(swipeOf(4, -60, false, false)).toBe('none');
  expect(swipeOf(-20, 5, false, true)).toEqual({ px: 0, replies: false });
  expect(swipeOf(70, 60, false, true)).toBe('none');
});
