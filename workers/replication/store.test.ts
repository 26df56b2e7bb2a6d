import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { RxCollection } from 'rxdb';
import { v7 as uuid } from 'uuid';
import { test as baseTest, expect } from 'vitest';
import { firstSchemas, newerSchemas } from '../../tests/support/newer-schemas.ts';
import { newPost } from '../../tests/support/rows.ts';
import { toLocal } from '../device/local-row.ts';
import { openLocalDatabase } from '../device/open-local-database.ts';
import { createStorage } from '../device/store/storage.ts';
import type { StoredRow } from '../device/write-rows.ts';
import { tombstone } from './down/tombstones.ts';
import { openStore, type Replica } from './store.ts';

const served = (id: string, fields: object = {}): StoredRow => ({
  ...toLocal('settings', { id, scope: 4, write_id: uuid(), user_id: 'u', key: id, value: 'theirs', ...fields } as never),
  _deleted: false,
});

/** The changes of a collection from now on. */
function changesOf(collection: RxCollection): string[] {
  const events: string[] = [];
  collection.$.subscribe(({ operation, documentId }) => void events.push(`${operation} ${documentId}`));
  return events;
}

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
    return { database, store, replica, events: changesOf(database.collections.settings) };
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
      await database.collections.settings.findOne('a').incrementalPatch({ value: `mine ${others.remaining}`, pending: 1 } as never);
      meddling.now = false;
    }
    return rows;
  };
  await replica.write(['a'], (stored) => {
    const row = stored.get('a');
    seen.push(row?.value);
    return row?.pending === 1 && row.value === 'mine 0' ? [] : [served('a', { value: 'theirs, newer' })];
  });
  storageInstance.findDocumentsById = read;
  expect(seen).toEqual(['theirs', 'mine 1', 'mine 0']);
  expect((await replica.byId(['a'])).get('a')).toMatchObject({ value: 'mine 0', pending: 1 });
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

test('after an update that added fields, pulled rows that are the same cost no write, whichever version stored them or sends them', async ({
  storage,
}) => {
  const opened = async (schemas = firstSchemas) => {
    const database = await openLocalDatabase({ userId: 'ana', storage, multiInstance: false, collections: ['posts'], schemas });
    const store = await openStore(database, () => undefined);
    const close = () => {
      store.close();
      return database.close();
    };
    return { replica: store.replicas.get('posts') as Replica, events: changesOf(database.collections.posts), close };
  };
  const posts = [0, 1].map((n) => newPost({ id: uuid() }, `Post ${n}`));
  const sent = posts.map((row) => ({ ...row, scope: 4, write_id: uuid() }));
  const pulled = (fields: object = {}): StoredRow[] => sent.map((row) => ({ ...toLocal('posts', { ...row, ...fields }), _deleted: false }));
  const ids = posts.map(({ id }) => id);
  const before = await opened();
  await before.replica.write(ids, () => pulled());
  await before.replica.write(['gone'], () => [{ ...pulled()[0], id: 'gone' } as StoredRow]);
  await before.replica.write(['gone'], () => [tombstone('posts', 'gone')]);
  await before.close();

  const after = await opened(newerSchemas);
  await after.replica.write([...ids, 'gone'], () => [...pulled({ mood: 'calm', labels: [] }), tombstone('posts', 'gone')]);
  await after.replica.write(ids, () => pulled());
  expect(after.events).toEqual([]);
  await after.replica.write(ids, () => pulled({ mood: 'glad', labels: [] }));
  expect(after.events).toHaveLength(2);
  await after.close();
});

test('a deleted row comes back, and its scope is found by the index', async ({ scene: { replica, events } }) => {
  for (const row of [served('a'), tombstone('settings', 'a'), served('a', { scope: 9 })]) await replica.write(['a'], () => [row]);
  expect(events).toEqual(['UPDATE a', 'DELETE a', 'UPDATE a']);
  expect(await replica.scopes()).toEqual(new Set([9]));
  expect((await replica.inScope(9, 10)).map(({ id }) => id)).toEqual(['a']);
  expect(await replica.inScope(4, 10)).toEqual([]);
});

test('a pending deletion is stored even if the row is not, and is found there', async ({ scene: { store, replica } }) => {
  await replica.write(['a'], () => [{ ...served('a'), _deleted: true, pending: 1 }]);
  await store.pending.read();
  expect(store.pending.inOrder().map(({ row }) => row.id)).toEqual(['a']);
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
  const pending = (id: string, writeId: string, deleted = false): StoredRow => ({
    ...served(id, { scope: 0 }),
    ...{ write_id: writeId, pending: 1, _deleted: deleted },
  });
  await replica.write(['b', 'a', 'c'], () => [pending('b', 'w2'), pending('a', 'w1'), served('c')]);
  const order = (of: typeof store) => of.pending.inOrder().map(({ row }) => row.id);
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
