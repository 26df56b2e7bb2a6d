/** What plain IndexedDB reads from a store that the app wrote, and from a store with another layout. */
import { randomUUID } from 'node:crypto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { RxCollection } from 'rxdb';
import { test as base, expect, vi } from 'vitest';
import { collectionNames } from '../../../schemas/protocol/collections.ts';
import { openTestStore, type TestStore } from '../../../tests/support/local-store.ts';
import { newComment, newPost } from '../../../tests/support/rows.ts';
import type { AnyLocalRow } from '../../../workers/device/local-row.ts';
import { LAYOUT_VERSION } from '../../../workers/device/migrations.ts';
import type { Outbox } from '../../../workers/device/outbox.ts';
import { OUTBOX_ID } from '../../../workers/device/outbox-id.ts';
import { pendingRows } from '../../../workers/device/pending/pending-rows.ts';
import { createStorage } from '../../../workers/device/store/storage.ts';
import { eraseDatabase } from '../session/erase-database.ts';
import { change, insert, remove } from '../store/local-write.ts';
import { openExisting, storeName } from './bare-database.ts';
import { clearStore, readCarried } from './carried-writes.ts';
import { handOver } from './hand-over.ts';
import { readPending } from './read-pending.ts';

const collections = ['posts', 'comments', 'groups'] as const;
const ana = { id: randomUUID() };
const refusal: Outbox = {
  entries: [
    { write_id: randomUUID(), collection: 'comments', code: 'POST_NOT_FOUND', document: { id: randomUUID(), content: 'Too late' }, at: 1 },
  ],
};

const test = base
  .extend('disk', async ({ task: _ }, { onCleanup }) => {
    const disk = new IDBFactory();
    vi.stubGlobal('indexedDB', disk);
    vi.stubGlobal('IDBKeyRange', IDBKeyRange);
    vi.stubGlobal('navigator', { locks: { request: (_name: string, work: () => Promise<unknown>) => work() } });
    onCleanup(() => void vi.unstubAllGlobals());
    return disk;
  })
  /** Opens Ana's store on that disk; it is closed after the test. */
  .extend('open', async ({ disk }, { onCleanup }) => {
    const opened: TestStore[] = [];
    onCleanup(async () => void (await Promise.all(opened.map(({ database }) => database.close()))));
    return async () => {
      const store = await openTestStore(ana.id, collections, createStorage({ indexedDB: disk as never, IDBKeyRange }));
      opened.push(store);
      return store;
    };
  })
  /** What Ana wrote: two posts and a comment, a change to an accepted post, a deletion, a refusal, and two drafts. The store is closed. */
  .extend('written', async ({ open }) => {
    const store = await open();
    const [standing, doomed, first, second] = ['Stands', 'Goes', 'First', 'Second'].map((content) => newPost(ana, content));
    if (!standing || !doomed || !first || !second) throw new Error('four posts');
    const comment = newComment(ana, standing.id, 'On what stands');
    for (const post of [standing, doomed]) await store.storeRow('posts', post);
    await insert(store, 'posts', first);
    await insert(store, 'comments', comment);
    await insert(store, 'posts', second);
    await change(store, 'posts', standing.id, { content: 'Stands, changed' });
    await remove(store, 'posts', doomed.id);
    await store.database.upsertLocal<Outbox>(OUTBOX_ID, refusal);
    for (const [key, value] of [
      ['post-new', { content: 'Half a post' }],
      [`comment-${standing.id}`, 'Half a comment'],
    ] as const) {
      await store.drafts.put({ id: randomUUID(), key, value, rowId: randomUUID() });
    }
    const pending = await pendingOf(store);
    await store.database.close();
    return { pending, standing, comment };
  });

/** All pending rows of a store as the app reads them, by write id. */
async function pendingOf({ database }: TestStore): Promise<ReadonlyMap<string, AnyLocalRow>> {
  const held = Object.values(database.collections) as unknown as RxCollection<AnyLocalRow>[];
  const rows = (await Promise.all(held.map(pendingRows))).flat();
  return new Map(rows.map(({ _deleted, ...row }) => [row.write_id, { ...fieldsOf(row), _deleted }]));
}
const fieldsOf = (row: AnyLocalRow): AnyLocalRow =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !['_rev', '_meta', '_attachments'].includes(field))) as AnyLocalRow;

const asked = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Replaces Ana's store by one with this layout. */
async function remake(version: number, tables: Readonly<Record<string, string>>): Promise<void> {
  await asked(indexedDB.deleteDatabase(storeName(ana.id)));
  const opening = indexedDB.open(storeName(ana.id), version);
  opening.onupgradeneeded = () => {
    for (const [name, keyPath] of Object.entries(tables)) opening.result.createObjectStore(name, { keyPath });
  };
  (await asked(opening)).close();
}
const put = async (table: string, row: unknown): Promise<void> => {
  const database = await openExisting(storeName(ana.id));
  await asked(database?.transaction(table, 'readwrite').objectStore(table).put(row) as IDBRequest);
  database?.close();
};

test('pending rows are read as they were written and in order, with drafts, refusals and the rows they are about', async ({ written }) => {
  const found = await readPending(ana.id);
  expect(found.notRead).toEqual([]);
  expect(found.pending.map(({ row }) => row.content)).toEqual(['First', 'On what stands', 'Second', 'Stands, changed', 'Goes']);
  for (const { row } of found.pending) {
    expect({ ...fieldsOf(row), _deleted: row._deleted === '1' }).toEqual(written.pending.get(row.write_id));
  }
  expect(found.pending.at(-1)?.row._deleted).toBe('1');
  expect(found.drafts.map(({ key, value }) => [key, value])).toEqual([
    [`comment-${written.standing.id}`, 'Half a comment'],
    ['post-new', { content: 'Half a post' }],
  ]);
  expect(found.refused).toEqual(refusal.entries);
  expect(found.about.get(written.standing.id)?.content).toBe('Stands, changed');
  expect(found.documents.map(({ id }) => id)).toEqual([`before-posts-${written.standing.id}`]);
});

test('nothing is created where there is no store', async ({ disk }) => {
  const found = await readPending(ana.id);
  expect([found.pending, found.drafts, found.notRead]).toEqual([[], [], []]);
  expect(await openExisting('rxdb-dexie-kith-nobody')).toBeNull();
  expect(await disk.databases()).toEqual([]);
});

test('a part with an unknown shape is listed as not read, and everything else is read', async ({ written: _ }) => {
  // A row that is marked as pending and lacks the other fields.
  await put('comments', { id: 'a', _deleted: '0', pending: 1 });
  const found = await readPending(ana.id);
  expect(found.notRead).toEqual([{ part: 'comments', why: 'damaged' }]);
  expect(found.pending.map(({ row }) => row.content)).toEqual(['First', 'On what stands', 'Second', 'Stands, changed', 'Goes']);
  expect(found.drafts).toHaveLength(2);

  await remake(LAYOUT_VERSION * 10, { posts: 'key', groups: 'id' });
  const amiss = (await readPending(ana.id)).notRead;
  expect(new Set(amiss.map(({ why }) => why))).toEqual(new Set(['damaged']));
  expect(amiss.map(({ part }) => part)).toContain('posts');
  expect(amiss.map(({ part }) => part)).not.toContain('groups');
});

test('a store that a newer version of the app upgraded is not read', async ({ written: _ }) => {
  await remake((LAYOUT_VERSION + 1) * 10, { posts: 'id' });
  const found = await readPending(ana.id);
  expect(new Set(found.notRead.map(({ why }) => why))).toEqual(new Set(['newer']));
  expect(found.notRead).toHaveLength(collectionNames.length + 1);
  expect(found.pending).toEqual([]);
});

test('after clearing, the drafts are there, and the new store has all pending writes under the same write ids, handed over once or twice', async ({
  open,
  written,
}) => {
  expect(await clearStore(ana.id)).toBe('cleared');
  expect(await openExisting(storeName(ana.id))).toBeNull();

  const carried = await readCarried(ana.id);
  const store = await open();
  await handOver(ana.id, store.database);
  expect(await pendingOf(store)).toEqual(written.pending);
  expect(await readCarried(ana.id)).toBeNull();
  const drafts = async () => (await store.drafts.read()).map(({ value }) => JSON.stringify(value)).sort();
  const all = ['"Half a comment"', '{"content":"Half a post"}'];
  expect(await drafts()).toEqual(all);
  expect((await store.database.getLocal<Outbox>(OUTBOX_ID))?.toJSON().data).toEqual(refusal);

  expect(carried?.rows).toHaveLength(written.pending.size);
  await store.database.close();
  expect(await clearStore(ana.id)).toBe('cleared');
  const again = await open();
  await handOver(ana.id, again.database);
  expect(await pendingOf(again)).toEqual(written.pending);
  expect((await again.drafts.read()).map(({ value }) => JSON.stringify(value)).sort()).toEqual(all);
});

test('signing out also erases what was carried over', async ({ written: _, disk }) => {
  await clearStore(ana.id);
  expect(await readCarried(ana.id)).not.toBeNull();
  await eraseDatabase(ana.id);
  expect(await readCarried(ana.id)).toBeNull();
  expect(await disk.databases()).toEqual([]);
});
