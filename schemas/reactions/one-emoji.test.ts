import { expect, test } from 'vitest';
import { oneEmoji } from './one-emoji.ts';
import { quickEmoji, quickMessageEmoji } from './quick-emoji.ts';

test.for([
  ['❤', '❤️'],
  ['❤️', '❤️'],
  ['☺', '☺️'],
  ['👍🏽', '👍🏽'],
  ['✌🏽', '✌🏽'],
  ['✌', '✌️'],
  ['1⃣', '1️⃣'],
  ['🇵🇹', '🇵🇹'],
  ['👁‍🗨', '👁️‍🗨️'],
  ['🏃‍♂', '🏃‍♂️'],
  ['🏃🏽‍♀️', '🏃🏽‍♀️'],
  ['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
  ['🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
] as const)('%s is one emoji, written %s', ([text, whole]) => {
  expect(oneEmoji(text)).toBe(whole);
});

test.for(['', 'a', '1', '#', '👍👍', '❤❤️', '👍a', '👍🏽🏽', '🇵', '🇵🇹🇵🇹', '👍‍👍', ' 👍', '👍\u200d', '\ufe0f', '🏴󠁧'])(
  '%j is not one emoji',
  (text) => {
    expect(oneEmoji(text)).toBeNull();
  },
);

test('the pickers offer emoji in their stored form', () => {
  for (const emoji of [...quickEmoji, ...quickMessageEmoji]) expect(oneEmoji(emoji)).toBe(emoji);
});
