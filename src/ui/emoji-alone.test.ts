import { expect, test } from 'vitest';
import { isEmojiAlone } from './emoji-alone.ts';

const ENGLAND = '🏴󠁧󠁢󠁥󠁮󠁧󠁿';

test.for(['👍', '❤️', '👍👍', ' 🎉 🎉\n', '👍🏽', '👩‍👩‍👧‍👦🇵🇹', '🏃🏽‍♀️', '1️⃣', ENGLAND.repeat(5)])('%j is emoji alone', (text) => {
  expect(isEmojiAlone(text)).toBe(true);
});

test.for(['', ' ', '1', '11', '👍 yes', '👍.', '©', '🇵', '🇵🇹🇵', '👍‍', '👍'.repeat(6), '👍'.repeat(2500)])(
  '%j is not emoji alone, or too many',
  (text) => {
    expect(isEmojiAlone(text)).toBe(false);
  },
);
