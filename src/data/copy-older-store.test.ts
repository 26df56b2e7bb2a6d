/** A store that an earlier version wrote, with a database for each collection, becomes the single database of this version. */
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import type { RxCollection } from 'rxdb';
import { test as base, expect, vi } from 'vitest';
import { type CollectionName, collectionNames } from '../../schemas/protocol/collections.ts';
import { type StoredDatabase, writeDatabases } from '../../tests/support/stored-databases.ts';
import kept from '../../tests/support/stores/version-1.json' with { type: 'json' };
import { pendingRows } from '../../workers/device/count-pending.ts';
import type { AnyLocalRow } from '../../workers/device/local-row.ts';
import { type LocalDatabase, openLocalDatabase } from '../../workers/device/open-database.ts';
import { OUTBOX_ID, type Outbox } from '../../workers/device/outbox.ts';
import { createStorage } from '../../workers/device/store/storage.ts';
import { checkpointId, olderLeaderLockName, SYNC_PROGRESS_ID } from '../../workers/device/sync-status.ts';
import { hasOlderStore, storeName } from './bare-database.ts';
import { readPending } from './bare-store.ts';
import { copyOlderStore, leaveOlderStore } from './copy-older-store.ts';
import { createDraftStore } from './draft-store.ts';

const ana = kept.member;
const older = kept.databases as unknown as readonly StoredDatabase[];
type Row = Record<string, unknown> & { id: string; _deleted: '0' | '1'; unsent: number; write_id: string };
const databaseOf = (part: string) => older.find(({ name }) => name.endsWith(`--${part}`)) as StoredDatabase;
const rowsOf = (part: string) => (databaseOf(part).tables.find(({ name }) => name === 'docs')?.rows ?? []) as Row[];

const answered = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
/** Changes a row of the older store, as an older window does. */
async function writeOlder(part: string, row: Record<string, unknown>): Promise<void> {
  const database = await answered(indexedDB.open(databaseOf(part).name));
  await answered(database.transaction('docs', 'readwrite').objectStore('docs').put(row));
  database.close();
}

const test = base
  /** the locks that workers hold */
  .extend('held', () => new Set<string>())
  .extend('disk', { auto: true }, async ({ held: storedRows }, { onCleanup }) => {
    const disk = new IDBFactory();
    vi.stubGlobal('indexedDB', disk);
    vi.stubGlobal('IDBKeyRange', IDBKeyRange);
    const locks = {
      request: (_name: string, work: () => Promise<unknown>) => work(),
      query: async () => ({ held: [...storedRows].map((name) => ({ name })) }),
    };
    vi.stubGlobal('navigator', { locks });
    onCleanup(() => {
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
    });
    await writeDatabases(older);
    return disk;
  })
  .extend('open', async ({ disk }, { onCleanup }) => {
    const opened: LocalDatabase[] = [];
    onCleanup(async () => void (await Promise.all(opened.map((database) => database.close()))));
    return async () => {
      const database = await openLocalDatabase({
        userId: ana,
        storage: createStorage({ indexedDB: disk as never, IDBKeyRange }),
        multiInstance: false,
      });
      opened.push(database);
      return database;
    };
  })
  /** What the app does at its start, until screens see the store. */
  .extend('start', ({ open }) => async () => {
    await copyOlderStore(ana);
    const database = await open();
    const { deleted } = await leaveOlderStore(ana, database, createDraftStore(database));
    return { database, deleted };
  });

const plain = ({ _rev, _meta, _attachments, _deleted, ...row }: Record<string, unknown>) => row;
const held = async (database: LocalDatabase, name: CollectionName) =>
  (await database.collections[name].find().exec()).map((document) => document.toJSON() as unknown as AnyLocalRow);
const pendingOf = async (database: LocalDatabase) => {
  const all = Object.values(database.collections) as unknown as RxCollection<AnyLocalRow>[];
  return new Map((await Promise.all(all.map(pendingRows))).flat().map((row) => [row.write_id, row]));
};
const byId = <T>(rows: readonly T[]) => new Map(rows.map((row) => [(row as { id: string }).id, row]));
const draftsOf = async (database: LocalDatabase) => (await createDraftStore(database).read()).map(({ value }) => value);

/** Everything from the older store is in this one. */
async function expectAll(database: LocalDatabase): Promise<void> {
  for (const name of collectionNames) {
    const rows = rowsOf(name);
    const live = rows.filter(({ _deleted }) => _deleted === '0');
    expect(byId(await held(database, name)), name).toEqual(byId(live.map(plain)));
    const instance = database.collections[name].storageInstance;
    expect(
      await instance.findDocumentsById(
        rows.map(({ id }) => id),
        true,
      ),
    ).toHaveLength(rows.length);
  }
  const waiting = collectionNames.flatMap(rowsOf).filter(({ unsent }) => unsent === 1);
  const unsent = await pendingOf(database);
  expect([...unsent.keys()].sort()).toEqual(waiting.map(({ write_id }) => write_id).sort());
  expect([...unsent.values()].filter(({ _deleted }) => _deleted)).toHaveLength(1);
  for (const { id, data, _deleted } of rowsOf('plugin-local-documents-')) {
    if (_deleted === '0') expect((await database.getLocal(id))?.toJSON().data, id).toEqual(data);
  }
  expect(await draftsOf(database)).toEqual([{ content: 'Half a post' }]);
  const refused = (await database.getLocal<Outbox>(OUTBOX_ID))?.toJSON().data as Outbox;
  expect(refused.entries.map(({ document }) => document.content)).toEqual(['Too late']);
}

test('the fixture has something of everything that may be lost', () => {
  expect(rowsOf('posts').filter(({ unsent, _deleted }) => unsent === 1 && _deleted === '1')).toHaveLength(1);
  expect(rowsOf('comments').some(({ unsent }) => unsent === 1)).toBe(true);
  expect(rowsOf('groups').length * rowsOf('group_messages').length).toBeGreaterThan(0);
  const documents = rowsOf('plugin-local-documents-').map(({ id }) => id);
  expect(documents).toEqual(expect.arrayContaining([OUTBOX_ID, SYNC_PROGRESS_ID, 'draft-post-new']));
});

test('all rows and all checkpoints are copied, and the older databases are deleted', async ({ start, disk }) => {
  const { database, deleted } = await start();
  await expectAll(database);
  const checkpoints = await Promise.all(collectionNames.map(async (name) => (await database.getLocal(checkpointId(name)))?.toJSON().data));
  const inMeta = older
    .filter(({ name }) => name.includes('rx-replication-meta'))
    .flatMap(({ tables }) => tables.flatMap(({ rows }) => rows as { readonly id: string; readonly checkpointData?: object }[]))
    .flatMap(({ id, checkpointData }) => (id === 'down|1' ? [checkpointData] : []));
  const texts = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).sort();
  expect(texts(checkpoints)).toEqual(texts(inMeta.map((checkpoint) => ({ checkpoint }))));
  expect(await deleted).toBe(true);
  expect(await hasOlderStore(ana)).toBe(false);
  expect((await disk.databases()).map(({ name }) => name)).toEqual([storeName(ana)]);
  expect((await readPending(ana)).pending).toHaveLength(4);
});

test('a start that is killed at any point is repeated, and nothing is lost or duplicated', async ({ start }) => {
  const { add, put } = IDBObjectStore.prototype;
  let allowed = 0;
  const dying = (work: typeof add) =>
    function (this: IDBObjectStore, ...row: Parameters<typeof add>) {
      if (this.transaction.db.name !== storeName(ana)) return work.apply(this, row);
      allowed -= 1;
      if (allowed < 0) throw new Error('killed');
      return work.apply(this, row);
    };
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(dying(add));
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(dying(put));
  let kills = 0;
  const isKilled = () =>
    copyOlderStore(ana).then(
      () => false,
      () => true,
    );
  for (let rows = 0; ; rows += 1) {
    allowed = rows;
    if (!(await isKilled())) break;
    kills += 1;
    expect(await hasOlderStore(ana)).toBe(true);
  }
  // It was killed in each of the tables, and before the mark that everything is copied.
  expect(kills).toBeGreaterThan(6);
  vi.restoreAllMocks();
  const { database, deleted } = await start();
  await expectAll(database);
  expect(await deleted).toBe(true);
});

test('groups from the version without emoji get none, and a group that was already upgraded stays', async ({ start }) => {
  const groups = databaseOf('groups');
  const [group] = rowsOf('groups') as [Row];
  const { emoji: _, ...before } = group;
  await writeDatabases([
    {
      ...groups,
      name: groups.name.replace('--1--', '--0--'),
      tables: groups.tables.map((table) => (table.name === 'docs' ? { ...table, rows: [before, { ...before, id: 'another' }] } : table)),
    },
  ]);
  await writeOlder('groups', { ...group, emoji: '🥾' });
  const { database } = await start();
  expect((await held(database, 'groups')).map(({ id, emoji }) => [id, emoji])).toEqual(
    expect.arrayContaining([
      [group.id, '🥾'],
      ['another', null],
    ]),
  );
});

test('an open older window keeps its store; what it leaves is copied once it is closed, and nothing else', async ({
  start,
  held: locks,
  disk,
}) => {
  locks.add(olderLeaderLockName(ana));
  const first = await start();
  expect(await first.deleted).toBe(false);
  await expectAll(first.database);
  const [waits] = rowsOf('posts').filter(({ unsent, _deleted }) => unsent === 1 && _deleted === '0') as [Row];
  const [accepted] = rowsOf('posts').filter(({ unsent }) => unsent === 0) as [Row];
  // This version sends the post and discards the draft.
  const { posts } = first.database.collections;
  await (await posts.findOne(waits.id).exec())?.incrementalModify((row: object) => ({ ...row, unsent: 0, assumed: [] }));
  const drafts = createDraftStore(first.database);
  for (const draft of await drafts.read()) await drafts.remove(draft);
  await first.database.close();

  const lwt = Date.now() + 1000;
  const later = {
    ...accepted,
    unsent: 1,
    content: 'Changed in the older window',
    write_id: 'ffffffff-0000-7000-8000-000000000001',
    _meta: { lwt },
  };
  const added = { ...later, id: 'added-there', content: 'Added in the older window', write_id: 'ffffffff-0000-7000-8000-000000000002' };
  for (const row of [later, added]) await writeOlder('posts', row);
  const draft = {
    ...(rowsOf('plugin-local-documents-')[0] as Row),
    id: 'draft-group-new',
    data: { value: 'Half a group' },
    _deleted: '0',
    _meta: { lwt },
  };
  await writeOlder('plugin-local-documents-', draft);

  const second = await start();
  expect(await second.deleted).toBe(false);
  expect(await second.database.collections.posts.findOne('added-there').exec()).toBeNull();
  await second.database.close();

  locks.clear();
  const last = await start();
  const rows = byId(await held(last.database, 'posts'));
  expect(rows.get('added-there')).toMatchObject({ content: 'Added in the older window', unsent: 1 });
  expect(rows.get(accepted.id)).toMatchObject({ content: 'Changed in the older window', unsent: 1, write_id: later.write_id });
  expect(rows.get(waits.id)).toMatchObject({ unsent: 0 });
  expect(await draftsOf(last.database)).toEqual(['Half a group']);
  expect(await last.deleted).toBe(true);
  expect((await disk.databases()).map(({ name }) => name)).toEqual([storeName(ana)]);
});

test('a later write in this version is not replaced by what an older window left', async ({ start, held: locks }) => {
  locks.add(olderLeaderLockName(ana));
  const first = await start();
  const [waits] = rowsOf('posts').filter(({ unsent, _deleted }) => unsent === 1 && _deleted === '0') as [Row];
  const writeId = 'ffffffff-0000-7000-8000-000000000001';
  const post = await first.database.collections.posts.findOne(waits.id).exec();
  await post?.incrementalModify((row: object) => ({ ...row, content: 'Newer', write_id: writeId, assumed: [waits.write_id] }));
  await first.database.close();
  locks.clear();
  const { database } = await start();
  expect(byId(await held(database, 'posts')).get(waits.id)).toMatchObject({ content: 'Newer', write_id: writeId });
});

test('a start fails while an older window blocks its store, and the next one copies everything', async ({ start }) => {
  const broken = vi.spyOn(indexedDB, 'open');
  broken.mockImplementationOnce(() => {
    throw new Error('held');
  });
  await expect(copyOlderStore(ana)).rejects.toThrow('held');
  vi.restoreAllMocks();
  const { database } = await start();
  await expectAll(database);
});
