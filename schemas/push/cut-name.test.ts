import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutName, NAME_BYTES, NAME_CHARACTERS } from './cut-name.ts';

const bytes = (text: string) => new TextEncoder().encode(text).length;
const characters = (text: string) =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);

test.each(['Ana', 'Zoë O’Hara', '陳小明', 'a'.repeat(NAME_CHARACTERS), '語'.repeat(NAME_CHARACTERS)])('%j stays as it is', (name) => {
  expect(cutName(name)).toBe(name);
});

test.each([
  ['a letter', 'a'.repeat(41), `${'a'.repeat(39)}…`],
  ['a word', `${'a'.repeat(39)} b`, `${'a'.repeat(39)}…`],
  ['letters of four bytes', '𝒜'.repeat(40), `${'𝒜'.repeat(29)}…`],
  ['families', '👨‍👩‍👧‍👦'.repeat(20), `${'👨‍👩‍👧‍👦'.repeat(4)}…`],
  ['flags', '🇵🇹'.repeat(20), `${'🇵🇹'.repeat(14)}…`],
  ['a letter with a mark', 'e\u0301'.repeat(41), `${'e\u0301'.repeat(39)}…`],
  ['a Tamil syllable of two letters', 'நி'.repeat(30), `${'நி'.repeat(19)}…`],
  ['a space before the cut', `${'語'.repeat(38)} 語語`, `${'語'.repeat(38)}…`],
  ['one endless character', `e${'\u0301'.repeat(200)}`, '…'],
])('a name is cut before a whole character: %s', (_, name, shown) => {
  expect(cutName(name)).toBe(shown);
});

test('half of a surrogate pair becomes the mark for what cannot be read', () => {
  expect(cutName('a\ud83d')).toBe('a\ufffd');
});

test('no cut name is longer than its limits, and each of its characters was in the name', () => {
  const part = fc.constantFrom('a', 'é', '語', '𝒜', '👩‍🚀', '🇵🇹', ' ', '"', 'क्षि', 'e\u0301', '\u0301');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 90 }), (parts) => {
      const name = parts.join('');
      const shown = cutName(name);
      expect(bytes(shown)).toBeLessThanOrEqual(NAME_BYTES);
      expect(characters(shown).length).toBeLessThanOrEqual(NAME_CHARACTERS);
      const kept = shown === name ? name : shown.replace(/…$/, '');
      expect(characters(name).slice(0, characters(kept).length).join('')).toBe(kept);
    }),
  );
});
