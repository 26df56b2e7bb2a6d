import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { asSet, entity, later } from './entity.ts';
import { visibleText } from './text-checks.ts';

const recipe = entity({
  key: { id: z.string() },
  text: {
    title: z.string().check(visibleText, z.minLength(1)),
    served: z.enum(['hot', 'cold']),
    tags: z.array(z.string()).check(asSet),
    source: later(z.nullable(z.string()), null),
  },
  facts: { is_kept: z.boolean() },
  shown: { cook: z.string() },
  example: { id: '1', title: 'Soup', served: 'hot', tags: [], source: null, is_kept: true, cook: 'Ana' },
});
const soup = { title: 'Soup', served: 'hot', tags: ['a', 'b'], source: 'Grandmother' } as const;

test('what each carries follows from the groups', () => {
  expect(recipe.fields).toEqual({ key: ['id'], text: ['title', 'served', 'tags', 'source'], facts: ['is_kept'], shown: ['cook'] });
  expect(Object.keys(recipe.row.shape).sort()).toEqual(['cook', 'id', 'is_kept', 'served', 'source', 'tags', 'title']);
  expect(Object.keys(recipe.creation.shape)).toEqual(['id', 'title', 'served', 'tags', 'source']);
  expect(Object.keys(recipe.change.shape)).toEqual(['id', 'title', 'served', 'tags', 'source']);
  expect(recipe.row.parse(recipe.example)).toEqual(recipe.example);
});

test('a creation from an older client gets what a later field begins with; a change from one leaves the field as it is', () => {
  const { source: _, ...older } = { ...soup, tags: [...soup.tags], id: '1' };
  expect(recipe.creation.parse(older).source).toBeNull();
  const change = recipe.change.parse({ ...older, title: 'Broth' });
  expect(recipe.textAfter({ ...soup, tags: [...soup.tags] }, change)).toEqual({ ...soup, title: 'Broth' });
  const emptied = recipe.change.parse({ ...older, source: null });
  expect(recipe.textAfter({ ...soup, tags: [...soup.tags] }, emptied).source).toBeNull();
  expect(recipe.change.safeParse({ id: '1', title: 'Broth' }).success).toBe(false);
});

test('two texts are the same if they are stored as the same', () => {
  const same = (other: Partial<z.infer<typeof recipe.text>>) =>
    recipe.sameText({ ...soup, tags: [...soup.tags] }, { ...soup, tags: [...soup.tags], ...other });
  expect(same({ title: ' Soup \n' })).toBe(true);
  expect(same({ tags: ['b', 'a', 'b'] })).toBe(true);
  expect(same({ title: 'soup' })).toBe(false);
  expect(same({ served: 'cold' })).toBe(false);
  expect(same({ tags: ['a'] })).toBe(false);
  expect(same({ source: null })).toBe(false);
  // A title that may not be stored yet, because it is empty.
  expect(recipe.sameText({ ...soup, tags: [], title: ' ' }, { ...soup, tags: [], title: '' })).toBe(true);
});

test('of a document that does not fit, every field that fits is read', () => {
  const otherwise = { title: 'kept as typed', served: 'cold', tags: [], source: null } as const;
  expect(recipe.readText({ title: '', served: 'raw', tags: ['b', 'a'], id: 7 }, { ...otherwise, tags: [] })).toEqual({
    ...otherwise,
    tags: ['a', 'b'],
  });
  const { tags } = recipe.textOf({ ...recipe.example, tags: ['x'] });
  expect(tags).toEqual(['x']);
});
