/** The first page is stored as RxDB would store it, all of it or nothing, and never below a reader. */
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { test as baseTest, expect, onTestFinished, vi } from 'vitest';
import { collectionNames } from '../../../schemas/protocol/collections.ts';
import type { PullPage, PullRequest, PullResponse, WireDocument } from '../../../schemas/protocol/sync.ts';
import { newPost } from '../../../tests/support/rows.ts';
import { databaseName, storeDatabaseName } from '../../device/database-name.ts';
import { readLocal } from '../../device/local-documents.ts';
import { openLocalDatabase } from '../../device/open-local-database.ts';
import { SERVER_TIME_ID } from '../../device/server-clock.ts';
import { createStorage } from '../../device/store/storage.ts';
import { checkpointId, SYNC_PROGRESS_ID } from '../../device/sync-status.ts';
import type { Outcome, SyncServer } from '../server.ts';
import { openStore } from '../store.ts';
import { bringFirstPage } from './first-page.ts';

const ana = { id: uuid() };
const storeName = storeDatabaseName(databaseName(ana.id));
const COLLECTIONS = ['posts', 'settings'] as const;
const time = { server: 1_700_000_000_000, device: 1_700_000_000_500 };

const wire = (row: object): WireDocument => ({ ...row, scope: 4, write_id: uuid() }) as unknown as WireDocument;
const page = (documents: readonly WireDocument[], more = false): PullPage => ({
  documents: [...documents],
  removed: [],
  recheck: [],
  checkpoint: { 4: more ? [40, 31] : 40 },
  more,
});
const post = wire(newPost(ana, 'A word'));
const answerOf = (posts = page([post], true), settings = page([])): PullResponse => ({
  epoch: 'e',
  heads: { 4: 40 },
  collections: { posts, settings },
  check: {},
});

const test = baseTest
  .extend('api', () => ({ indexedDB: new IDBFactory(), IDBKeyRange }))
  .extend('scene', async ({ api }) => {
    const asked: PullRequest[] = [];
    const ending = new AbortController();
    return {
      asked,
      ending,
      /** Brings the first page from a server that answers like this. */
      bring(answer: (signal: AbortSignal) => PullResponse | null | Promise<PullResponse | null>): Promise<boolean> {
        const server: Pick<SyncServer, 'pull'> = {
          async pull(request, signal): Promise<Outcome<PullResponse>> {
            asked.push(request);
            const body = await answer(signal);
            return body ? { kind: 'done', body } : { kind: 'lost', retryAfterMs: 0 };
          },
        };
        return bringFirstPage({ userId: ana.id, server, clock: { lastReading: time }, signal: ending.signal, api });
      },
      openRxdb: () =>
        openLocalDatabase({ userId: ana.id, storage: createStorage(api), multiInstance: false, collections: [...COLLECTIONS] }),
      /** All documents of all tables, as they are stored. */
      async stored(): Promise<Readonly<Record<string, readonly object[]>>> {
        if (!(await api.indexedDB.databases()).some(({ name }) => name === storeName)) return {};
        const opening = api.indexedDB.open(storeName);
        await new Promise((resolve) => opening.addEventListener('success', resolve));
        const database = opening.result;
        const tables = [...database.objectStoreNames];
        const transaction = database.transaction(tables);
        const found = await Promise.all(
          tables.map(async (table) => {
            const asking = transaction.objectStore(table).getAll();
            await new Promise((resolve) => asking.addEventListener('success', resolve));
            return [table, asking.result] as const;
          }),
        );
        database.close();
        return Object.fromEntries(found.filter(([, documents]) => documents.length > 0));
      },
    };
  });

/** A promise that a test settles. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

test('it asks for few rows from the beginning, and all of them are collections', async ({ scene }) => {
  await scene.bring(() => answerOf());
  expect(scene.asked).toHaveLength(1);
  const { epoch, collections } = scene.asked[0] as PullRequest;
  expect(epoch).toBeNull();
  expect(collectionNames).toEqual(expect.arrayContaining(Object.keys(collections)));
  for (const { checkpoint, limit } of Object.values(collections)) {
    expect(checkpoint).toEqual({});
    expect(limit).toBeLessThanOrEqual(100);
  }
});

test('RxDB finds the rows, checkpoints and progress as if it had stored them, and the pull changes nothing by writing them again', async ({
  scene,
}) => {
  expect(await scene.bring(() => answerOf())).toBe(true);
  const database = await scene.openRxdb();
  const [held] = await database.collections.posts.find().exec();
  expect(held?.toJSON()).toEqual({ ...post, pending: 0, assumed: [], newest: expect.any(Number) });
  expect(await readLocal(database, checkpointId('posts'))).toEqual({ checkpoint: { 4: [40, 31] } });
  expect(await readLocal(database, SERVER_TIME_ID)).toEqual(time);
  expect(await readLocal(database, SYNC_PROGRESS_ID)).toMatchObject({ epoch: 'e', filled: ['settings'], lastSync: null });
  const changes = vi.fn();
  database.collections.posts.$.subscribe(changes);
  const replica = (await openStore(database, () => undefined)).replicas.get('posts');
  expect(replica?.checkpoint).toEqual({ 4: [40, 31] });
  const row = { ...held?.toJSON(), _deleted: false } as never;
  await replica?.write([post.id], () => [row]);
  expect(changes).not.toHaveBeenCalled();
  await held?.incrementalPatch({ content: 'Another word' });
  expect((await database.collections.posts.findOne(post.id).exec())?.content).toBe('Another word');
  await database.close();
});

test('what it stores has the same shape as what RxDB stores', async ({ scene, api }) => {
  await scene.bring(() => answerOf());
  const early = await scene.stored();
  const other = { indexedDB: new IDBFactory(), IDBKeyRange };
  const database = await openLocalDatabase({
    userId: ana.id,
    storage: createStorage(other),
    multiInstance: false,
    collections: [...COLLECTIONS],
  });
  const replica = (await openStore(database, () => undefined)).replicas.get('posts');
  const [bare] = (early.posts ?? []) as [Record<string, unknown>];
  const { _rev, _meta, _attachments, ...row } = bare;
  await replica?.write([post.id], () => [{ ...row, _deleted: false } as never]);
  await replica?.saveCheckpoint({ 4: [40, 31] });
  await database.close();
  Object.assign(api, other);
  const usual = await scene.stored();
  const shape = (documents: readonly object[] = [], id?: string) =>
    documents
      .filter((one) => id === undefined || (one as { id: string }).id === id)
      .map((one) => ({ ...one, _rev: expect.stringMatching(/^1-\w{10}$/), _meta: { lwt: expect.any(Number) } }));
  expect(early.posts).toEqual(shape(usual.posts));
  const documents = 'plugin-local-documents-';
  expect(early[documents]?.filter((one) => (one as { id: string }).id === checkpointId('posts'))).toEqual(
    shape(usual[documents], checkpointId('posts')),
  );
});

test('a store that is there gets nothing, and no request is sent', async ({ scene }) => {
  await (await scene.openRxdb()).close();
  const before = await scene.stored();
  expect(await scene.bring(() => answerOf())).toBe(false);
  expect(scene.asked).toEqual([]);
  expect(await scene.stored()).toEqual(before);
});

test('a store that is opened while the answer is on its way gets nothing: its reader would never learn of these rows', async ({
  scene,
}) => {
  const { open, opened } = gate();
  const bringing = scene.bring(() => opened.then(() => answerOf()));
  await vi.waitUntil(() => scene.asked.length > 0);
  const database = await scene.openRxdb();
  open();
  expect(await bringing).toBe(false);
  expect(await database.collections.posts.find().exec()).toEqual([]);
  await database.close();
  expect((await scene.stored())['plugin-local-documents-']).toBeUndefined();
});

test('whenever another tab opens the store, its queries have all rows of a first page that is stored', async () => {
  const turns = (count: number) =>
    Array.from({ length: count }).reduce<Promise<unknown>>((before) => before.then(() => new Promise(setImmediate)), Promise.resolve());
  const when = fc.record({ answered: fc.nat(60), opened: fc.nat(120) });
  const outcomes = new Set<boolean>();
  await fc.assert(
    fc.asyncProperty(when, async ({ answered, opened }) => {
      const api = { indexedDB: new IDBFactory(), IDBKeyRange };
      const server: Pick<SyncServer, 'pull'> = { pull: () => turns(answered).then(() => ({ kind: 'done', body: answerOf() })) };
      const { signal } = new AbortController();
      const bringing = bringFirstPage({ userId: ana.id, server, clock: { lastReading: time }, signal, api });
      await turns(opened);
      const database = await openLocalDatabase({
        userId: ana.id,
        storage: createStorage(api),
        multiInstance: false,
        collections: [...COLLECTIONS],
      });
      const seen = await database.collections.posts.find().exec();
      const isThere = await bringing;
      await database.close();
      outcomes.add(isThere);
      expect(seen.map(({ id }) => id)).toEqual(isThere ? [post.id] : []);
    }),
    { numRuns: 60, examples: [[{ answered: 0, opened: 120 }], [{ answered: 60, opened: 0 }]] },
  );
  // Both were among them, so the order mattered.
  expect([...outcomes].sort()).toEqual([false, true]);
});

test('a sign-out while the answer is on its way ends the request, and nothing is stored', async ({ scene }) => {
  const { open, opened } = gate();
  let signal: AbortSignal | undefined;
  const bringing = scene.bring((given) => {
    signal = given;
    return opened.then(() => answerOf());
  });
  await vi.waitUntil(() => scene.asked.length > 0);
  scene.ending.abort();
  expect(signal?.aborted).toBe(true);
  open();
  expect(await bringing).toBe(false);
  expect(await scene.stored()).toEqual({});
});

test('after a sign-out no store is made', async ({ scene, api }) => {
  scene.ending.abort();
  expect(await scene.bring(() => answerOf())).toBe(false);
  expect(scene.asked).toEqual([]);
  expect(await api.indexedDB.databases()).toEqual([]);
});

test('a server that does not answer, or not with all settings, gives no first page, and the store opens as always', async ({ scene }) => {
  expect(await scene.bring(() => null)).toBe(false);
  const database = await scene.openRxdb();
  expect(await database.collections.posts.find().exec()).toEqual([]);
  await database.close();
});

test('without all settings nobody knows who is blocked: nothing is stored', async ({ scene }) => {
  expect(await scene.bring(() => answerOf(undefined, page([], true)))).toBe(false);
  expect(await scene.stored()).toEqual({});
});

test('a silent server is not waited for', async ({ scene }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const bringing = scene.bring(() => new Promise(() => undefined));
  await vi.waitUntil(() => scene.asked.length > 0);
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await bringing).toBe(false);
});

test('on a full disk all of it fails, and nothing is half stored', async ({ scene }) => {
  const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, row: unknown) {
    if ((row as { id: string }).id !== post.id) return this.put(row) as IDBRequest<IDBValidKey>;
    this.transaction.abort();
    throw new DOMException('the disk is full', 'QuotaExceededError');
  });
  expect(await scene.bring(() => answerOf())).toBe(false);
  add.mockRestore();
  expect(await scene.stored()).toEqual({});
});
