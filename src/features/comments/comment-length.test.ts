import { expect, test } from 'vitest';
import { COMMENT_CONTENT_MAX } from '../../../schemas/comments/comment-limits.ts';
import { canSend, isTooLong, remainingText } from './comment-length.ts';

const full = 'x'.repeat(COMMENT_CONTENT_MAX);

test('counts the trimmed text, as it would be sent', () => {
  expect(remainingText('')).toBe('5000 characters remaining');
  expect(remainingText('  abc \n')).toBe('4997 characters remaining');
  expect(remainingText(full)).toBe('0 characters remaining');
  expect(remainingText(`${full}xyz`)).toBe('3 characters over limit');
});

test('a blank or too long text cannot be sent', () => {
  for (const text of [' \n ', '\u200B\u2800']) expect(canSend(text)).toBe(false);
  expect(canSend(full)).toBe(true);
  expect(canSend(`${full}x`)).toBe(false);
  expect(isTooLong(`${full}   `)).toBe(false);
});
