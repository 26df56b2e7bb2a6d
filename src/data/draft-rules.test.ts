import { expect, test } from 'vitest';
import { documentApart, type FormDraft, isOverwritten, keyOf, nextDraft, openedForm, placeOf, type StoredDraft } from './draft-rules.ts';

const stored = (value: unknown, revision: string, document = 'post-new'): StoredDraft => ({ document, value, revision });
const opened = openedForm<string>('post-new');
const empty: FormDraft<string> = { ...opened, seen: null, value: null };
const untouched: FormDraft<string> = { ...opened, seen: '1', value: 'soup', restored: true };
const touched: FormDraft<string> = { ...opened, seen: '1', value: 'soup', touched: true };
const apart = documentApart('post-new', 'x');

test.each<[string, StoredDraft | undefined, Pick<FormDraft, 'seen' | 'value'>, ReturnType<typeof placeOf>]>([
  ['nothing is stored', undefined, { seen: '1', value: 'soup' }, 'here'],
  ['what is stored was seen', stored('stew', '1'), { seen: '1', value: 'soup' }, 'here'],
  ['another tab wrote since', stored('stew', '2'), { seen: '1', value: 'soup' }, 'apart'],
  ['another tab went on with it', stored('soup and bread', '2'), { seen: '1', value: 'soup' }, 'nowhere'],
  ['another tab wrote and there is no text here', stored('stew', '2'), { seen: '1', value: '' }, 'nowhere'],
  ['the store was not asked before it was typed', stored('stew', '1'), { seen: undefined, value: 'soup' }, 'apart'],
  ['nothing was stored when it was typed', stored('stew', '1'), { seen: null, value: 'soup' }, 'apart'],
])('where %s, a text goes %#', (_, there, form, place) => {
  expect(placeOf(there, form)).toBe(place);
});

test.each<[string, FormDraft<string>, readonly StoredDraft[], Partial<FormDraft<string>>]>([
  ['that has just opened shows what is stored', opened, [stored('soup', '1')], { value: 'soup', seen: '1', restored: true }],
  ['that has just opened is empty where nothing is', opened, [], { value: null, seen: null, restored: false }],
  ['that nobody touched follows', untouched, [stored('stew', '2')], { value: 'stew', seen: '2', restored: true }],
  ['that nobody touched empties itself', untouched, [], { value: null, seen: null, restored: false }],
  ['that is empty takes what is begun elsewhere', empty, [stored('stew', '2')], { value: 'stew', seen: '2', restored: true }],
  [
    'that was emptied does not bring back what the store could not let go of',
    { ...untouched, value: null },
    [stored('soup', '1')],
    { value: null, seen: '1' },
  ],
  [
    'that shows a text kept apart goes back to the other when that is sent elsewhere',
    { ...untouched, document: apart, seen: '5' },
    [stored('stew', '2')],
    { value: 'stew', document: 'post-new', seen: '2' },
  ],
  [
    'that was sent a moment ago stays empty',
    { ...empty, keptEmpty: true },
    [stored('stew', '2')],
    { value: null, seen: null, others: [stored('stew', '2')] },
  ],
  ['that is touched keeps its text', touched, [stored('stew', '2')], { value: 'soup', seen: '1', others: [stored('stew', '2')] }],
  ['that is touched keeps its text when it is sent elsewhere', touched, [], { value: 'soup', seen: null, touched: true }],
  [
    'names the texts that it does not show',
    untouched,
    [stored('soup', '1'), stored('stew', '3', apart)],
    { value: 'soup', others: [stored('stew', '3', apart)] },
  ],
  ['does not name what has no text', untouched, [stored('soup', '1'), stored(' ', '3', apart)], { others: [] }],
])('a form %s', (_, form, there, after) => {
  expect(nextDraft(form, { type: 'heard', stored: there })).toMatchObject(after);
});

test('typing, saving, sending and taking another draft', () => {
  const typed = nextDraft(empty, { type: 'typed', value: 'soup' });
  expect(typed).toMatchObject({ value: 'soup', touched: true, restored: false });
  const kept = nextDraft(typed, { type: 'saved', document: apart, seen: '4' });
  expect(kept).toMatchObject({ value: 'soup', touched: true, document: apart, seen: '4' });
  const sent = nextDraft(kept, { type: 'emptied' });
  expect(sent).toMatchObject({ value: null, touched: false, keptEmpty: true, document: apart, seen: '4' });
  expect(nextDraft(sent, { type: 'left' })).toMatchObject({ value: null, keptEmpty: false });
  expect(nextDraft(sent, { type: 'erased' })).toMatchObject({ value: null, document: 'post-new', seen: null });
  const taken = nextDraft(kept, { type: 'taken', draft: stored('stew', '2') });
  expect(taken).toMatchObject({ value: 'stew', touched: false, restored: true, document: 'post-new', seen: '2' });
});

test('only a stored text that another tab wrote over counts as overwritten', () => {
  expect(isOverwritten(touched, [stored('stew', '2')])).toBe(true);
  expect(isOverwritten(touched, [stored('soup and bread', '2')])).toBe(false);
  expect(isOverwritten(touched, [])).toBe(false);
  expect(isOverwritten({ ...touched, seen: null }, [stored('stew', '2')])).toBe(false);
  expect(isOverwritten(untouched, [stored('stew', '2')])).toBe(false);
});

test('a text that is stored apart belongs to the same form', () => {
  expect(keyOf(apart)).toBe('post-new');
  expect(keyOf('post-new')).toBe('post-new');
});
