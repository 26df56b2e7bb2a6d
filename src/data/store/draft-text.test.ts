import { expect, test } from 'vitest';
import { containsText, distinctDrafts, draftPhotos, draftText, isWritten } from './draft-text.ts';

test.each([
  [' soup ', 'soup'],
  [{ content: 'soup', visibility_type: 'friends' }, 'soup'],
  [{ name: '', message: 'hello' }, 'hello'],
  [{ message: '', subject: 'the boiler' }, 'the boiler'],
  [{ text: '', replyTo: null, edit: { id: '1', text: 'better words' } }, 'better words'],
  [{ visibility_type: 'friends' }, ''],
  [{ place: 'the mill', content: '' }, 'the mill'],
  [{ place: 'the mill', content: 'soup' }, 'soup'],
  [{ content: '', photos: [{ id: 'p', alt: 'The sea' }] }, 'The sea'],
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
  [{ content: 'soup' }, { content: 'soup', photos: [{ id: 'p', alt: '' }] }, false],
  [
    {
      photos: [
        { id: 'q', alt: '' },
        { id: 'p', alt: 'The sea' },
      ],
    },
    { photos: [{ id: 'p', alt: '' }] },
    true,
  ],
  [{ photos: [{ id: 'p', alt: '' }] }, { photos: [{ id: 'p', alt: 'The sea' }] }, false],
])('that %o has all the text of %o: %s', (theirs, mine, holds) => {
  expect(containsText(theirs, mine)).toBe(holds);
});

test('a text that a newer draft continues is no text of its own, and neither is an empty one', () => {
  const draft = (rowId: string, value: unknown) => ({ rowId, value });
  const [longer, shorter, same, empty] = [draft('1', 'soup and bread'), draft('1', 'soup'), draft('2', 'soup'), draft('3', ' ')];
  expect(distinctDrafts([longer, shorter, same, empty])).toEqual([longer, same]);
  expect(distinctDrafts([shorter, longer])).toEqual([shorter, longer]);
});

test('a photo without a word is a draft too', () => {
  const photos = [{ id: 'p', alt: '' }];
  expect(
    [
      { content: ' ', photos },
      { text: '', edit: { id: '1', text: '', photos } },
    ].map(draftPhotos),
  ).toEqual([['p'], ['p']]);
  expect([{ content: ' ', photos }, { content: ' ', photos: [] }, null, 'soup'].map(isWritten)).toEqual([true, false, false, true]);
});
