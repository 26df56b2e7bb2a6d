import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { addRxPlugin, type RxCollection } from 'rxdb';
import { disableWarnings, RxDBDevModePlugin } from 'rxdb/plugins/dev-mode';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { wrappedValidateAjvStorage } from 'rxdb/plugins/validate-ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectionNames } from '../../schemas/protocol/collections.ts';
import { newerSchemas } from '../../tests/support/newer-schemas.ts';
import { collectionSchemas, LOCAL_SCHEMA_VERSION } from './collection-schemas.ts';
import { type AnyLocalRow, toLocal, toWire } from './local-row.ts';
import { changes } from './migrations.ts';
import { type LocalDatabase, openLocalDatabase } from './open-local-database.ts';
import { pendingRows } from './pending/pending-rows.ts';
import { sameRow } from './same-row.ts';
import { presentLayout } from './store/layout.ts';
import { optionalFields } from './store/optional-fields.ts';
import { schemaHash } from './store/schema-hash.ts';

const wirePost = () => ({
  id: crypto.randomUUID(),
  scope: 7,
  write_id: crypto.randomUUID(),
  author_id: crypto.randomUUID(),
  content: 'Bread',
  photos: [],
  visibility_type: 'friends',
  specific_user_ids: [],
  created_at: '2026-01-31T08:00:00.000Z',
  edited_at: null,
});

describe.each([
  ['of this version', collectionSchemas],
  ['with added fields', newerSchemas],
] as const)('local collections %s', (_, schemas) => {
  let database: LocalDatabase;
  beforeAll(async () => {
    disableWarnings();
    addRxPlugin(RxDBDevModePlugin);
    const storage = wrappedValidateAjvStorage({ storage: getRxStorageMemory() });
    database = await openLocalDatabase({ userId: crypto.randomUUID(), storage, multiInstance: false, schemas });
  });
  afterAll(async () => {
    await database.remove();
  });
  const posts = () => database.collections.posts as unknown as RxCollection<AnyLocalRow>;

  test("every collection opens with the checks of RxDB's development mode", () => {
    expect(Object.keys(database.collections).sort()).toEqual([...collectionNames].sort());
  });

  test('a row from the server fits the schema, and comes back unchanged', async () => {
    const wire = wirePost();
    await posts().insert(toLocal('posts', wire));
    const held = (await posts().findOne(wire.id).exec())?.toJSON() as AnyLocalRow;
    const { scope, ...sent } = wire;
    expect(held).toMatchObject({ scope, pending: 0, assumed: [] });
    const added = Object.entries(optionalFields(schemas.posts)).map(([field, property]) => [
      field,
      (property as { default: unknown }).default,
    ]);
    expect(toWire('posts', held)).toEqual({ ...sent, ...Object.fromEntries(added) });
  });

  test('pending rows are found by their index, including deletions', async () => {
    const written = { ...toLocal('posts', wirePost()), pending: 1 as const };
    const removed = { ...toLocal('posts', wirePost()), pending: 1 as const };
    await posts().insert(written);
    const document = await posts().insert(removed);
    await document.incrementalModify((row) => ({ ...row, _deleted: true }));
    const found = await pendingRows(posts());
    expect(found.map(({ id }) => id).sort()).toEqual([written.id, removed.id].sort());
  });
});

test('newest first is ascending, and rows not yet accepted come before all accepted ones', () => {
  const at = (created_at: string, accepted: boolean) => {
    const row = toLocal('posts', { ...wirePost(), created_at }) as AnyLocalRow & { newest: number };
    return accepted ? row.newest : -Date.parse(created_at);
  };
  expect(at('2026-01-02T00:00:00.000Z', true)).toBeLessThan(at('2026-01-01T00:00:00.000Z', true));
  expect(at('2020-01-01T00:00:00.000Z', false)).toBeLessThan(at('2026-01-01T00:00:00.000Z', true));
  expect(at('2020-01-02T00:00:00.000Z', false)).toBeLessThan(at('2020-01-01T00:00:00.000Z', false));
});

test('two states are the same only if write, scope, pending mark, deletion and fields are', () => {
  const row = toLocal('posts', wirePost());
  expect(sameRow(row, { ...row, assumed: ['x'] })).toBe(true);
  expect(sameRow(row, { ...row, specific_user_ids: [] })).toBe(true);
  for (const other of [
    { write_id: 'other' },
    { scope: 8 },
    { pending: 1 as const },
    { _deleted: true },
    { content: 'Cake' },
    { specific_user_ids: ['a'] },
    { author_name: 'a field that is new' },
  ]) {
    expect(sameRow(row, { ...row, ...other })).toBe(false);
  }
});

interface Released {
  /** a hash of the tables and the schemas, in which optional fields do not count */
  readonly layout: string;
  /** the optional fields, as `collection.field` */
  readonly optional: Readonly<Record<string, object>>;
}

/**
 * The versions of the local schemas. Devices store data in them, so a released version never changes. Before release 0.1.0, the hash is
 * replaced when it changes.
 */
const versions: Readonly<Record<number, Released>> = {
  1: { layout: '0307a1d7c98850d1d51172c4ea7c257e', optional: {} },
};

test('each version has its own schemas', async () => {
  const optional = Object.entries(collectionSchemas).flatMap(([name, schema]) =>
    Object.entries(optionalFields(schema)).map(([field, property]) => [`${name}.${field}`, property]),
  );
  const hashes = await Promise.all(Object.values(collectionSchemas).map((schema) => schemaHash(JSON.stringify(schema))));
  const layout = createHash('md5')
    .update(JSON.stringify([hashes, presentLayout.tables]))
    .digest('hex');
  expect({ layout, optional: Object.fromEntries(optional) }).toEqual(versions[LOCAL_SCHEMA_VERSION]);
  expect(Object.keys(versions)).toHaveLength(LOCAL_SCHEMA_VERSION);
});

/** What a version may not change without an entry in migrations.ts. */
function onlyAdds(from: Released | undefined, to: Released | undefined): boolean {
  if (!from || !to) throw new Error('a version is missing');
  const kept = Object.fromEntries(Object.keys(from.optional).map((field) => [field, to.optional[field]]));
  return to.layout === from.layout && isDeepStrictEqual(kept, from.optional);
}

test('a version that migrations.ts does not list only adds optional fields', () => {
  for (let version = 2; version <= LOCAL_SCHEMA_VERSION; version += 1) {
    if (!(version in changes)) expect(onlyAdds(versions[version - 1], versions[version]), `version ${version}`).toBe(true);
  }
  expect(Math.max(1, ...Object.keys(changes).map(Number))).toBeLessThanOrEqual(LOCAL_SCHEMA_VERSION);

  const mood = { 'posts.mood': { type: 'string', default: '' } };
  const [first, second] = [
    { layout: 'a', optional: {} },
    { layout: 'a', optional: mood },
  ];
  expect([onlyAdds(first, second), onlyAdds(second, { layout: 'a', optional: { ...mood, 'posts.labels': { type: 'array' } } })]).toEqual([
    true,
    true,
  ]);
  expect([onlyAdds(first, { layout: 'b', optional: {} }), onlyAdds(second, first)]).toEqual([false, false]);
  expect(onlyAdds(second, { layout: 'a', optional: { 'posts.mood': { type: 'number', default: 0 } } })).toBe(false);
});
