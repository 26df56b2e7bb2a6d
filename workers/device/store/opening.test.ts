/** How the database is opened, shared, closed, taken away and brought to a newer version. */
import type { Dexie } from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';
import { expect, vi } from 'vitest';
import { collectionNames } from '../../../schemas/protocol/collections.ts';
import { found, type Instance, idOf, many, NAME, type Post, post, schema, test } from '../../../tests/support/fixtures/storage.ts';
import { firstSchemas } from '../../../tests/support/newer-schemas.ts';
import { until } from '../../../tests/support/until.ts';
import { RXDB_TABLE } from '../database-name.ts';
import { openLocalDatabase } from '../open-local-database.ts';
import { type Layout, presentLayout } from './layout.ts';
import { OtherStore } from './other-store.ts';
import { createStorage } from './storage.ts';

const STORE = 'rxdb-dexie-kith-ana--store';

test('a closed collection throws, and leaves the others open; the last one closes the database', async ({ open, disk }) => {
  const [posts, comments] = [await open('posts'), await open('comments')];
  await posts.bulkWrite(many(1), 'test');
  await posts.close();
  await posts.close();
  await expect(posts.findDocumentsById([idOf(0)], false)).rejects.toThrow('closed');
  await comments.bulkWrite(many(1), 'test');
  const again = await open('posts');
  expect(await again.findDocumentsById([idOf(0)], false)).toHaveLength(1);
  await Promise.all([again.close(), comments.close()]);
  // A connection that is still open would block this.
  await new Promise((resolve, reject) => {
    const deletion = disk.deleteDatabase(STORE);
    deletion.onsuccess = resolve;
    deletion.onblocked = () => reject(new Error('still open'));
  });
});

test('a removed collection is empty, and the others stay', async ({ open }) => {
  const [posts, comments] = [await open('posts'), await open('comments')];
  await Promise.all([posts.bulkWrite(many(2), 'test'), comments.bulkWrite(many(2), 'test')]);
  await posts.remove();
  expect(await found(await open('posts'), { selector: {} })).toEqual([]);
  expect(await found(comments, { selector: {} })).toHaveLength(2);
});

test('several databases in one realm are independent', async ({ open }) => {
  const [anas, bens] = [await open('posts'), await open('posts', { name: 'kith-ben' })];
  await anas.bulkWrite(many(2), 'test');
  expect(await found(bens, { selector: {} })).toEqual([]);
});

const nextVersion: Layout = {
  ...presentLayout,
  version: presentLayout.version + 1,
  tables: { ...presentLayout.tables, posts: `${presentLayout.tables.posts}, [_deleted+content+id]` },
  changes: { [presentLayout.version + 1]: { posts: (row) => ({ ...row, content: `${row.content}, brought forward` }) } },
};

test('a newer version migrates the rows at once, and an older window is closed and informed', async ({ open, disk, fate }) => {
  const posts = await open();
  await posts.bulkWrite(many(3), 'test');
  const newer = createStorage({ indexedDB: disk, IDBKeyRange }, {}, nextVersion);
  const params = { databaseInstanceToken: 'new', databaseName: NAME, collectionName: 'posts', multiInstance: false, options: {}, schema };
  const moved = (await newer.createStorageInstance<Post>(params as never)) as Instance;
  expect(fate.onOutdated).toHaveBeenCalledTimes(1);
  expect(fate.onLost).not.toHaveBeenCalled();
  expect((await moved.findDocumentsById([0, 1, 2].map(idOf), false)).map(({ content }) => content)).toEqual(
    [0, 1, 2].map((n) => `Post ${n}, brought forward`),
  );
  await expect(posts.findDocumentsById([idOf(0)], false)).rejects.toThrow();
  // A realm with the older version leaves the database as it is.
  await expect(open('posts', { tab: 'late' })).rejects.toThrow('has version 20');
  await moved.bulkWrite([{ document: post(9) }], 'test');
  await moved.close();
});

test('a newer database is left as it is without a list of databases, which not every browser has', async ({ open, disk }) => {
  const listed = vi.spyOn(disk, 'databases');
  await (await open()).close();
  const params = { databaseInstanceToken: 'new', databaseName: NAME, collectionName: 'posts', multiInstance: false, options: {}, schema };
  // Without a table of this version, which Dexie would add.
  const { reports: _, ...tables } = nextVersion.tables as Readonly<Record<string, string>>;
  const removed = { ...nextVersion, tables: { ...tables, reports: null } } as unknown as Layout;
  const newer = (await createStorage({ indexedDB: disk, IDBKeyRange }, {}, removed).createStorageInstance<Post>(
    params as never,
  )) as Instance;
  await newer.close();
  await expect(open('posts', { tab: 'late' })).rejects.toThrow('has version 20');
  expect(listed).not.toHaveBeenCalled();
  expect(await disk.databases()).toEqual([{ name: STORE, version: 20 }]);
});

test('a database that Dexie repaired is of the same version, and opens', async ({ open, disk }) => {
  const posts = await open();
  await posts.bulkWrite(many(2), 'test');
  await posts.close();
  await new Promise<void>((resolve) => {
    const repair = disk.open(STORE, presentLayout.version * 10 + 1);
    repair.onsuccess = () => {
      repair.result.close();
      resolve();
    };
  });
  expect(await found(await open('posts', { tab: 'late' }), { selector: {} })).toHaveLength(2);
});

test('a window that keeps its connection only delays a newer version', async ({ open, disk }) => {
  const posts = await open();
  await posts.bulkWrite(many(1), 'test');
  await posts.close();
  const holder = await new Promise<IDBDatabase>((resolve) => {
    const opening = disk.open(STORE);
    opening.onsuccess = () => resolve(opening.result as unknown as IDBDatabase);
  });
  const blocked = new Promise((resolve) => holder.addEventListener('versionchange', resolve));
  const params = { databaseInstanceToken: 'new', databaseName: NAME, collectionName: 'posts', multiInstance: false, options: {}, schema };
  const opening = createStorage({ indexedDB: disk, IDBKeyRange }, {}, nextVersion).createStorageInstance<Post>(params as never);
  await blocked;
  holder.close();
  const moved = (await opening) as Instance;
  expect((await moved.findDocumentsById([idOf(0)], false))[0]?.content).toBe('Post 0, brought forward');
  await moved.close();
});

test('an interrupted upgrade has changed nothing', async ({ open, disk }) => {
  const posts = await open();
  await posts.bulkWrite(many(3), 'test');
  await posts.close();
  const broken: Layout = {
    ...nextVersion,
    changes: {
      [nextVersion.version]: {
        posts: (row) => {
          if (row.id === idOf(2)) throw new Error('broken off');
          return { ...row, content: 'half' };
        },
      },
    },
  };
  const params = { databaseInstanceToken: 'new', databaseName: NAME, collectionName: 'posts', multiInstance: false, options: {}, schema };
  await expect(createStorage({ indexedDB: disk, IDBKeyRange }, {}, broken).createStorageInstance(params as never)).rejects.toThrow();
  const again = await open('posts', { tab: 'again' });
  expect((await found(again, { selector: {} })).map(({ content }) => content)).toEqual(['Post 0', 'Post 1', 'Post 2']);
});

test('a deletion of the open database is reported', async ({ open, disk, fate }) => {
  const posts = await open();
  disk.deleteDatabase(STORE);
  await until(() => fate.onLost.mock.calls.length > 0);
  expect(fate.onOutdated).not.toHaveBeenCalled();
  await expect(posts.bulkWrite(many(1), 'test')).rejects.toThrow();
});

test('RxDB works on it: all collections, live queries, local documents, closed and opened again', async ({ disk }) => {
  const openAll = (layout?: Layout) =>
    openLocalDatabase({
      userId: 'ana',
      storage: createStorage({ indexedDB: disk, IDBKeyRange }, {}, layout),
      multiInstance: false,
      schemas: firstSchemas,
    });
  const first = await openAll();
  expect(Object.keys(first.collections).sort()).toEqual([...collectionNames].sort());
  const seen: string[][] = [];
  const subscription = first.collections.posts
    .find({ sort: [{ newest: 'asc' }] })
    .$.subscribe((rows) => seen.push(rows.map(({ primary }) => primary)));
  const { _deleted, _attachments, _rev, _meta, ...row } = {
    ...post(1),
    visibility_type: 'friends',
    specific_user_ids: [],
    edited_at: null,
    created_at: '',
  };
  await first.collections.posts.insert(row);
  await first.upsertLocal('checkpoint-posts', { checkpoint: { 7: 40 } });
  await until(() => seen.at(-1)?.length === 1);
  subscription.unsubscribe();
  await first.close();
  const second = await openAll();
  expect((await second.collections.posts.findOne(idOf(1)).exec())?.toJSON()).toEqual(row);
  expect((await second.getLocal('checkpoint-posts'))?.toJSON().data).toEqual({ checkpoint: { 7: 40 } });
  // As if its schemas were others: those of another version under the same number, or of the version before, which kept all rows.
  const disks = second.collections.posts.storageInstance.internals as unknown as Dexie;
  await disks
    .table(RXDB_TABLE)
    .toCollection()
    .modify((note) => Object.assign(note.data, { schemaHash: 'another', schema: {} }));
  await second.close();
  await expect(openAll()).rejects.toThrow(OtherStore);
  const third = await openAll({ ...presentLayout, version: presentLayout.version + 1 });
  expect((await third.collections.posts.findOne(idOf(1)).exec())?.toJSON()).toEqual(row);
  await third.close();
  expect(await disk.databases()).toHaveLength(1);
});
