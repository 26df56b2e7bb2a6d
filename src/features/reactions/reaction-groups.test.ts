import { expect, test } from 'vitest';
import { groupReactions, reactionTotal } from './reaction-groups.ts';

const row = (user: string, emoji: string, at: number) => ({
  user_id: user,
  emoji_code: emoji,
  user_name: user,
  user_profile_image: null,
  created_at: new Date(at).toISOString(),
});

test('most used first, then the one that came first; mine are marked', () => {
  const groups = groupReactions([row('ana', '🎉', 3), row('ben', '❤️', 2), row('cleo', '❤️', 4), row('ana', '👍', 1)], 'ben');
  expect(groups.map(({ emoji, count, mine }) => [emoji, count, mine])).toEqual([
    ['❤️', 2, true],
    ['👍', 1, false],
    ['🎉', 1, false],
  ]);
  expect(reactionTotal(groups)).toBe(4);
});

test('no reactions make no group', () => {
  expect(groupReactions([], 'ana')).toEqual([]);
  expect(reactionTotal([])).toBe(0);
});
