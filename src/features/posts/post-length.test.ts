import { expect, test } from 'vitest';
import { examplePhoto, type Photo } from '../../../schemas/images/photo.ts';
import { POST_CONTENT_MAX } from '../../../schemas/posts/post-limits.ts';
import { canPost, postCounterText } from './post-length.ts';

test('counts the trimmed text, as it would be sent', () => {
  expect(postCounterText('  a few words\n')).toBe('11 / 5000');
});

test('a blank or too long text cannot be posted, a photo without a word can', () => {
  const can = (content: string, ...photos: Photo[]) => canPost({ content, photos });
  for (const text of [' \n\t', '\u200B', '\u2800\u3164']) expect([can(text), can(text, examplePhoto)]).toEqual([false, true]);
  expect(can('x'.repeat(POST_CONTENT_MAX))).toBe(true);
  expect(can('x'.repeat(POST_CONTENT_MAX + 1))).toBe(false);
  expect(can('x'.repeat(POST_CONTENT_MAX + 1), examplePhoto)).toBe(false);
});
