import { expect, test } from 'vitest';
import { POST_PREVIEW_LENGTH } from '../../schemas/posts/post-limits.ts';
import { previewOf, titleOf } from './preview.ts';

test('a text of exactly the preview length stays whole', () => {
  const text = 'x'.repeat(POST_PREVIEW_LENGTH);
  expect(previewOf(text)).toBe(text);
});

test('a longer text ends after a word', () => {
  expect(previewOf('word '.repeat(60))).toBe(`${'word '.repeat(39)}word…`);
});

test('a single long word is cut, but not inside an emoji', () => {
  expect(previewOf('x'.repeat(500))).toBe(`${'x'.repeat(POST_PREVIEW_LENGTH)}…`);
  const cut = previewOf(`${'x'.repeat(POST_PREVIEW_LENGTH - 1)}😀 and more`);
  expect(cut).toBe(`${'x'.repeat(POST_PREVIEW_LENGTH - 1)}…`);
  const family = '👨‍👩‍👧‍👦';
  expect(previewOf(`${'x'.repeat(POST_PREVIEW_LENGTH - 4)}${family} at home`)).toBe(`${'x'.repeat(POST_PREVIEW_LENGTH - 4)}…`);
  expect(previewOf(`a${'\u0301'.repeat(500)}`)).toHaveLength(POST_PREVIEW_LENGTH + 1);
});

test('a title is shorter, by the same rule', () => {
  expect(titleOf('Concert is settled:\n the fourteenth, at the small hall ')).toBe('Concert is settled: the fourteenth, at…');
});
