import { expect, test } from 'vitest';
import { groupReactions, keepOrder, mostUsed, reactionTotal, reactors } from './reaction-groups.ts';

const row = (user: string, emoji: string, at: number) => ({
  user_id: user,
  emoji_code: emoji,
  user_name: user,
  user_profile_image: null,
  created_at: new Date(at).toISOString(),
});
const rows = [row('ana', '🎉', 3), row('ben', '❤️', 2), row('cleo', '❤️', 4), row('ana', '👍', 1)];

test("the earliest reaction comes first; the viewer's own are marked", () => {
  const groups = groupReactions(rows, 'ben');
  expect(groups.map(({ emoji, count, mine }) => [emoji, count, mine])).toEqual([
    ['👍', 1, false],
    ['❤️', 2, true],
    ['🎉', 1, false],
  ]);
  expect(reactionTotal(groups)).toBe(4);
  expect(mostUsed(groups).map(({ emoji }) => emoji)).toEqual(['❤️', '👍', '🎉']);
  // Ana reacted twice but has one face.
  expect(reactors(groups).map(({ id }) => id)).toEqual(['ana', 'ben', 'cleo']);
});

test('no reactions make no groups', () => {
  expect(groupReactions([], 'ana')).toEqual([]);
  expect(reactionTotal([])).toBe(0);
});

test('shown reactions keep their place when times change, and new ones come last', () => {
  const shown = keepOrder([], groupReactions(rows, 'ben'));
  const later = groupReactions([row('cleo', '❤️', 4), row('dora', '🔥', 0), row('ana', '👍', 5)], 'ben');
  const kept = keepOrder(shown, later);
  expect(kept).toEqual(['👍', '❤️', '🎉', '🔥']);
  expect(keepOrder(kept, later)).toBe(kept);
});
