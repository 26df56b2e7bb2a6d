import type { RxCollection } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { wrappedValidateAjvStorage } from 'rxdb/plugins/validate-ajv';
import { expect, test } from 'vitest';
import { collectionNames } from '../../schemas/protocol/collections.ts';
import type { AnyLocalRow } from '../device/local-row.ts';
import { openLocalDatabase } from '../device/open-database.ts';
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
  expect(tombstone('posts', 'p1')).toEqual({
    id: 'p1',
    author_id: '',
    content: '',
    visibility_type: '',
    specific_user_ids: [],
    created_at: '',
    edited_at: null,
    newest: 0,
    scope: 0,
    write_id: '',
    unsent: 0,
    assumed: [],
    _deleted: true,
  });
});
