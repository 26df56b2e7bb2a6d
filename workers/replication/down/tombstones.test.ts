import type { RxCollection } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { wrappedValidateAjvStorage } from 'rxdb/plugins/validate-ajv';
import { expect, test } from 'vitest';
import { collectionNames } from '../../../schemas/protocol/collections.ts';
import { firstSchemas } from '../../../tests/support/newer-schemas.ts';
import type { AnyLocalRow } from '../../device/local-row.ts';
import { openLocalDatabase } from '../../device/open-local-database.ts';
import { tombstone } from './tombstones.ts';

test('a tombstone fits the schema of every collection', async () => {
  const storage = wrappedValidateAjvStorage({ storage: getRxStorageMemory() });
  const database = await openLocalDatabase({ userId: crypto.randomUUID(), storage, multiInstance: false });
  for (const name of collectionNames) {
    const collection = database.collections[name] as unknown as RxCollection<AnyLocalRow>;
    const { _deleted, ...row } = tombstone(name, 'gone', 'by this write');
    await collection.insert(row);
    expect(await collection.count().exec()).toBe(1);
  }
  await database.remove();
});

test('a tombstone keeps nothing of a row but its id', () => {
  const { id, _deleted, ...rest } = tombstone('posts', 'p1');
  expect({ id, _deleted }).toEqual({ id: 'p1', _deleted: true });
  expect(Object.keys(rest)).toEqual(expect.arrayContaining(Object.keys(firstSchemas.posts.properties).filter((field) => field !== 'id')));
  const nothing = [null, '', 0, false, JSON.stringify([])];
  for (const value of Object.values(rest)) expect(nothing).toContain(Array.isArray(value) ? JSON.stringify(value) : value);
});
