import { expect, test } from 'vitest';
import { snippet } from './snippet.ts';

test('a snippet is one line of at most 100 characters', () => {
  expect(snippet('  two\n lines ')).toBe('two lines');
  expect(snippet('a'.repeat(100))).toBe('a'.repeat(100));
  expect(snippet('a'.repeat(101))).toBe(`${'a'.repeat(100)}...`);
});

test.each(['🎉', '👩‍👩‍👧‍👦', '🇳🇱', '👍🏽', 'é'])('%s counts as one character and is never cut in two', (character) => {
  expect(snippet(character.repeat(100))).toBe(character.repeat(100));
  expect(snippet(character.repeat(150))).toBe(`${character.repeat(100)}...`);
});
