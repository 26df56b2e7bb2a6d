import { addRxPlugin, type RxCollection } from 'rxdb';
import { disableWarnings, RxDBDevModePlugin } from 'rxdb/plugins/dev-mode';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { wrappedValidateAjvStorage } from 'rxdb/plugins/validate-ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectionNames } from '../../schemas/protocol/collections.ts';
import { collectionSchemas, LOCAL_SCHEMA_VERSION } from './collection-schemas.ts';
import { pendingRows } from './count-pending.ts';
import { type AnyLocalRow, toLocal, toWire } from './local-row.ts';
import { type LocalDatabase, openLocalDatabase } from './open-database.ts';
import { plainHash } from './plain-hash.ts';
import { sameRow } from './same-row.ts';
import { presentLayout } from './store/layout.ts';

const wirePost = () => ({
  id: crypto.randomUUID(),
  scope: 7,
  write_id: crypto.randomUUID(),
  author_id: crypto.randomUUID(),
  content: 'Bread',
  visibility_type: 'friends',
  specific_user_ids: [],
  created_at: '2026-01-31T08:00:00.000Z',
  edited_at: null,
});

describe('local collections', () => {
  let database: LocalDatabase;
  beforeAll(async () => {
    disableWarnings();
    addRxPlugin(RxDBDevModePlugin);
    const storage = wrappedValidateAjvStorage({ storage: getRxStorageMemory() });
    database = await openLocalDatabase({ userId: crypto.randomUUID(), storage, multiInstance: false });
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
    expect(held).toMatchObject({ scope, unsent: 0, assumed: [] });
    expect(toWire('posts', held)).toEqual(sent);
  });

  test('pending rows are found by their index, including deletions', async () => {
    const written = { ...toLocal('posts', wirePost()), unsent: 1 as const };
    const removed = { ...toLocal('posts', wirePost()), unsent: 1 as const };
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
    { unsent: 1 as const },
    { _deleted: true },
    { content: 'Cake' },
    { specific_user_ids: ['a'] },
    { author_name: 'a field that is new' },
  ]) {
    expect(sameRow(row, { ...row, ...other })).toBe(false);
  }
});

test('schemas and tables of a version never change: devices store data in them', async () => {
  const fingerprint = await plainHash(JSON.stringify([collectionSchemas, presentLayout.tables]));
  expect({ [LOCAL_SCHEMA_VERSION]: fingerprint }).toEqual({ 2: '7297c27a61e3eab75ca21e2c2f1ee7d2' });
});
