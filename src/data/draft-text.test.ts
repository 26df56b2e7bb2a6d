import { expect, test } from 'vitest';
import { containsText, draftText } from './draft-text.ts';

test.each([
  [' soup ', 'soup'],
  [{ content: 'soup', visibility_type: 'friends' }, 'soup'],
  [{ name: '', message: 'hello' }, 'hello'],
  [{ message: '', subject: 'the boiler' }, 'the boiler'],
  [{ text: '', replyTo: null, edit: { id: '1', text: 'better words' } }, 'better words'],
  [{ visibility_type: 'friends' }, ''],
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
  [{ name: 'Table', description: '' }, { name: 'Table', description: 'Sundays' }, false],
  [{ text: 'soup', edit: null }, { text: 'soup', edit: { id: '1', text: 'bread' } }, false],
  [{ text: 'soup', edit: { id: '1', text: 'bread' } }, { text: 'soup', edit: null }, true],
])('that %o has all the text of %o: %s', (theirs, mine, holds) => {
  expect(containsText(theirs, mine)).toBe(holds);
});
