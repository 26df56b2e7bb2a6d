import { expect, test } from 'vitest';
import { POST_CONTENT_MAX } from '../../../schemas/posts/post-limits.ts';
import { canPost, postCounterText } from './post-length.ts';

test('counts the trimmed text, as it would be sent', () => {
  expect(postCounterText('  a few words\n')).toBe('11 / 5000');
});

test('a blank or too long text cannot be posted', () => {
  for (const text of [' \n\t', '\u200B', '\u2800\u3164']) expect(canPost(text)).toBe(false);
  expect(canPost('x'.repeat(POST_CONTENT_MAX))).toBe(true);
  expect(canPost('x'.repeat(POST_CONTENT_MAX + 1))).toBe(false);
});
