import { expect, test } from 'vitest';
import { POST_CONTENT_MAX } from '../../../schemas/posts/post.ts';
import { canPost, postCounterText } from './post-length.ts';

test('counts what would be sent', () => {
  expect(postCounterText('  a few words\n')).toBe('11 / 5000');
});

test('blank and too long are not posted', () => {
  expect(canPost(' \n\t')).toBe(false);
  expect(canPost('x'.repeat(POST_CONTENT_MAX))).toBe(true);
  expect(canPost('x'.repeat(POST_CONTENT_MAX + 1))).toBe(false);
});
