import { expect, test } from 'vitest';
import { containsText, distinctDrafts, draftText } from './draft-text.ts';

test.each([
  [' soup ', 'soup'],
  [{ content: 'soup', visibility_type: 'friends' }, 'soup'],
  [{ name: '', message: 'hello' }, 'hello'],
  [{ message: '', subject: 'the boiler' }, 'the boiler'],
  [{ text: '', replyTo: null, edit: { id: '1', text: 'better words' } }, 'better words'],
  [{ visibility_type: 'friends' }, ''],
  [{ place: 'the mill', content: '' }, 'the mill'],
  [{ place: 'the mill', content: 'soup' }, 'soup'],
  [null, ''],
])('the text of %o is "%s"', (value, text) => {
  expect(draftText(value)).toBe(text);
});

test.each([
  ['soup and bread', 'soup', true],
  ['soup', 'soup and bread', false],
  ['soup', '  ', true],
  [null, 'soup', false],
  [null, '', true],
  [{ content: 'soup', basis: '1' }, { content: 'soup', basis: '2' }, true],
  [{ content: 'soup' }, { content: 'soup', place: 'the mill' }, false],
  [{ name: 'Table', description: '' }, { name: 'Table', description: 'Sundays' }, false],
  [{ text: 'soup', edit: null }, { text: 'soup', edit: { id: '1', text: 'bread' } }, false],
  [{ text: 'soup', edit: { id: '1', text: 'bread' } }, { text: 'soup', edit: null }, true],
])('that %o has all the text of %o: %s', (theirs, mine, holds) => {
  expect(containsText(theirs, mine)).toBe(holds);
});

test('a text that a newer draft continues is no text of its own, and neither is an empty one', () => {
  const draft = (rowId: string, value: unknown) => ({ rowId, value });
  const [longer, shorter, same, empty] = [draft('1', 'soup and bread'), draft('1', 'soup'), draft('2', 'soup'), draft('3', ' ')];
  expect(distinctDrafts([longer, shorter, same, empty])).toEqual([longer, same]);
  expect(distinctDrafts([shorter, longer])).toEqual([shorter, longer]);
});
