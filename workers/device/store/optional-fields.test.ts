import { fillWithDefaultSettings } from 'rxdb';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { rowSchemas } from '../../../schemas/protocol/collections.ts';
import { firstSchemas, newerSchemas } from '../../../tests/support/newer-schemas.ts';
import { collectionSchemas, schemaOf } from '../collection-schemas.ts';
import { presentLayout, tablesOf } from './layout.ts';
import { fillOf, optionalFields } from './optional-fields.ts';
import { schemaHash } from './schema-hash.ts';

const hashOf = (schema: object) => schemaHash(JSON.stringify(fillWithDefaultSettings(schema as never)));
const { posts } = firstSchemas;

test('a field with a default is optional, and every other one is required', () => {
  expect(optionalFields(newerSchemas.posts)).toEqual({
    mood: { type: ['string', 'null'], default: 'calm' },
    labels: { type: 'array', items: { type: 'string' }, default: [] },
  });
  expect(newerSchemas.posts.required).toEqual(posts.required);
  expect(posts.required).toEqual(Object.keys(posts.properties));
});

test('added optional fields leave the tables and the hash of a schema as they are', async () => {
  expect(tablesOf(newerSchemas)).toEqual(presentLayout.tables);
  expect(await hashOf(newerSchemas.posts)).toBe(await hashOf(posts));
});

test('fields in another order have the same hash', async () => {
  const { properties, required = [] } = posts;
  const turned = { ...posts, properties: Object.fromEntries(Object.entries(properties).reverse()), required: required.toReversed() };
  expect(await hashOf(turned)).toBe(await hashOf(posts));
});

test('any other change makes another hash', async () => {
  const content = z.extend(rowSchemas.posts, { content: z.number() });
  const added = z.extend(rowSchemas.posts, { mood: z.string() });
  const index = { ...posts, indexes: [...(posts.indexes ?? []), ['content']] };
  const others = [schemaOf('posts', content), schemaOf('posts', added), index, collectionSchemas.comments];
  for (const other of others) expect(await hashOf(other)).not.toBe(await hashOf(posts));
});

test('a schema is refused if an optional field has no default or is in an index', () => {
  expect(() => schemaOf('posts', z.extend(rowSchemas.posts, { mood: z.optional(z.string()) }))).toThrow(
    'posts.mood is optional and has no default',
  );
  const indexed = z.extend(rowSchemas.posts, { author_id: z._default(z.string(), '') });
  expect(() => schemaOf('posts', indexed)).toThrow('posts.author_id is optional, so it cannot be in an index');
});

test('a row gets the defaults that it lacks, each row its own list, and is not changed itself', () => {
  const fill = fillOf(newerSchemas.posts);
  if (!fill) throw new Error('posts have optional fields');
  const [bare, other] = [Object.freeze({ id: 'a' }), { id: 'b', mood: undefined }];
  const [filled, second] = [fill<object>(bare), fill<object>(other)] as { readonly labels: string[] }[];
  expect([filled, second]).toEqual([
    { id: 'a', mood: 'calm', labels: [] },
    { id: 'b', mood: 'calm', labels: [] },
  ]);
  expect(filled?.labels).not.toBe(second?.labels);
  const whole = { id: 'c', mood: null, labels: ['x'] };
  expect(fill(whole)).toBe(whole);
  expect(fillOf(posts)).toBeUndefined();
});
