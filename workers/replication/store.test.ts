import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { v7 as uuid } from 'uuid';
import { test as baseTest, expect } from 'vitest';
import { toLocal } from '../device/local-row.ts';
import { openLocalDatabase } from '../device/open-database.ts';
import { createStorage } from '../device/store/storage.ts';
import { openStore, type Replica } from './store.ts';
import { type ReplicatedRow, tombstone } from './tombstones.ts';

const served = (id: string, fields: object = {}): ReplicatedRow => ({
  ...toLocal('settings', { id, scope: 4, write_id: uuid(), user_id: 'u', key: id, value: 'theirs', ...fields } as never),
  _deleted: false,
});

const test = baseTest
  .extend('storage', () => createStorage({ indexedDB: new IDBFactory(), IDBKeyRange }))
  .extend('scene', async ({ storage }, { onCleanup }) => {
    const database = await openLocalDatabase({ userId: uuid(), storage, multiInstance: false, collections: ['settings'] });
    const store = await openStore(database, () => undefined);
    onCleanup(async () => {
      store.close();
      await database.close();
    });
    const replica = store.replicas.get('settings') as Replica;
    const events: string[] = [];
    database.collections.settings.$.subscribe(({ operation, documentId }) => void events.push(`${operation} ${documentId}`));
    return { database, store, replica, events };
  });

test('[c] a row that another realm writes between reading and writing is decided again', async ({ scene: { database, replica } }) => {
  await replica.write(['a'], () => [served('a')]);
  const seen: unknown[] = [];
  const { storageInstance } = database.collections.settings;
  const read = storageInstance.findDocumentsById;
  const [others, meddling] = [{ remaining: 2 }, { now: false }];
  storageInstance.findDocumentsById = async (ids, deleted) => {
    const rows = await read.call(storageInstance, ids, deleted);
    if (others.remaining > 0 && !meddling.now) {
      others.remaining -= 1;
      meddling.now = true;
      await database.collections.settings.findOne('a').incrementalPatch({ value: `mine ${others.remaining}`, unsent: 1 } as never);
      meddling.now = false;
    }
    return rows;
  };
  await replica.write(['a'], (stored) => {
    const row = stored.get('a');
    seen.push(row?.value);
    return row?.unsent === 1 && row.value === 'mine 0' ? [] : [served('a', { value: 'theirs, newer' })];
  });
  storageInstance.findDocumentsById = read;
  expect(seen).toEqual(['theirs', 'mine 1', 'mine 0']);
  expect((await replica.byId(['a'])).get('a')).toMatchObject({ value: 'mine 0', unsent: 1 });
});

test('unchanged rows cost no write, and the removal of a row that is not stored does not write anything', async ({
  scene: { replica, events },
}) => {
  const row = served('a');
  await replica.write(['a'], () => [row]);
  await replica.write(['a', 'b'], () => [row, tombstone('settings', 'b')]);
  // The local store reports an insert as a change.
  expect(events).toEqual(['UPDATE a']);
  expect([...(await replica.byId(['a', 'b'])).keys()]).toEqual(['a']);
});

test('a deleted row comes back, and its scope is found by the index', async ({ scene: { replica, events } }) => {
  for (const row of [served('a'), tombstone('settings', 'a'), served('a', { scope: 9 })]) await replica.write(['a'], () => [row]);
  expect(events).toEqual(['UPDATE a', 'DELETE a', 'UPDATE a']);
  expect(await replica.scopes()).toEqual(new Set([9]));
  expect((await replica.inScope(9, 10)).map(({ id }) => id)).toEqual(['a']);
  expect(await replica.inScope(4, 10)).toEqual([]);
});

test('a pending deletion is stored even if the row is not, and is found there', async ({ scene: { store, replica } }) => {
  await replica.write(['a'], () => [{ ...served('a'), _deleted: true, unsent: 1 }]);
  await store.pending.read();
  expect(store.pending.inOrder().map(({ id }) => id)).toEqual(['a']);
});

test('[d] a checkpoint survives closing the store', async ({ scene: { database, store, replica } }) => {
  await replica.saveCheckpoint({ 4: 40, 5: [88, 31] });
  expect(replica.checkpoint).toEqual({ 4: 40, 5: [88, 31] });
  store.close();
  const again = await openStore(database, () => undefined);
  expect(again.replicas.get('settings')?.checkpoint).toEqual({ 4: 40, 5: [88, 31] });
  again.close();
});

test('[e] pending rows are found in the store and tracked by its events, including deletions, in the order of writing', async ({
  scene: { database, store, replica },
}) => {
  const pending = (id: string, writeId: string, deleted = false): ReplicatedRow => ({
    ...served(id, { scope: 0 }),
    ...{ write_id: writeId, unsent: 1, _deleted: deleted },
  });
  await replica.write(['b', 'a', 'c'], () => [pending('b', 'w2'), pending('a', 'w1'), served('c')]);
  const order = (of: typeof store) => of.pending.inOrder().map(({ id }) => id);
  expect(order(store)).toEqual(['a', 'b']);
  await replica.write(['c'], () => [pending('c', 'w3', true)]);
  const again = await openStore(database, () => undefined);
  expect([order(store), order(again)]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]);
  await replica.write(['a'], () => [served('a')]);
  expect([order(store), order(again)]).toEqual([
    ['b', 'c'],
    ['b', 'c'],
  ]);
  again.close();
});
