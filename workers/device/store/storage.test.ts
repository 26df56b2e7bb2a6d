/** One database for all collections, tested for what RxDB relies on in a storage. */
import { randomUUID } from 'node:crypto';
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import {
  type EventBulk,
  fillWithDefaultSettings,
  getChangedDocumentsSince,
  type MangoQuery,
  normalizeMangoQuery,
  prepareQuery,
  type RxDocumentData,
  type RxJsonSchema,
  type RxStorageChangeEvent,
  type RxStorageInstance,
} from 'rxdb';
import { test as base, expect, vi } from 'vitest';
import { collectionNames } from '../../../schemas/protocol/collections.ts';
import { collectionSchemas } from '../collection-schemas.ts';
import { RXDB_TABLE } from '../database-name.ts';
import type { AnyLocalRow } from '../local-row.ts';
import { openLocalDatabase } from '../open-database.ts';
import { type Layout, presentLayout } from './layout.ts';
import { createStorage } from './storage.ts';

type Post = AnyLocalRow & { author_id: string; newest: number };
type Instance = RxStorageInstance<Post, unknown, unknown>;
type Document = RxDocumentData<Post>;

const NAME = 'kith-ana';
const schema = fillWithDefaultSettings(collectionSchemas.posts) as unknown as RxJsonSchema<Document>;
const idOf = (n: number) => `post-${String(n).padStart(3, '0')}`;
const post = (n: number, fields: Partial<Document> = {}): Document =>
  ({
    id: idOf(n),
    author_id: n % 2 ? 'ana' : 'ben',
    content: `Post ${n}`,
    newest: 1000 - n,
    scope: 1,
    write_id: randomUUID(),
    unsent: 0,
    assumed: [],
    _deleted: false,
    _attachments: {},
    _rev: '1-a',
    _meta: { lwt: 100 + n },
    ...fields,
  }) as unknown as Document;
const next = (before: Document, fields: Partial<Document>): Document => ({
  ...before,
  _rev: `${Number.parseInt(before._rev, 10) + 1}-a`,
  ...fields,
});
const many = (count: number) => Array.from({ length: count }, (_, n) => ({ document: post(n) }));
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

const test = base
  .extend('disk', () => new IDBFactory())
  .extend('fate', () => ({ onLost: vi.fn(), onOutdated: vi.fn() }))
  /** Opens a collection; `tab` is the realm that opens it. */
  .extend('open', async ({ disk, fate }, { onCleanup }) => {
    const opened: Instance[] = [];
    onCleanup(async () => void (await Promise.all(opened.map((instance) => instance.close()))));
    const storages = new Map<string, ReturnType<typeof createStorage>>();
    return async (collectionName = 'posts', { tab = 'one', name = NAME, multiInstance = false } = {}): Promise<Instance> => {
      const storage = storages.get(tab) ?? createStorage({ indexedDB: disk, IDBKeyRange }, fate);
      storages.set(tab, storage);
      const params = { databaseInstanceToken: tab, databaseName: name, collectionName, multiInstance, options: {}, devMode: false };
      const instance = (await storage.createStorageInstance<Post>({ ...params, schema } as never)) as Instance;
      opened.push(instance);
      return instance;
    };
  });

/** A query as RxDB makes it: rows that are not deleted unless requested, ordered by id. */
const asked = ({ selector, ...query }: MangoQuery<Post>) =>
  prepareQuery(
    schema as never,
    normalizeMangoQuery(schema as never, { sort: [{ id: 'asc' }], ...query, selector: { _deleted: { $eq: false }, ...selector } } as never),
  );
const found = async (instance: Instance, query: MangoQuery<Post>) => (await instance.query(asked(query) as never)).documents;

test('all collections are in one database, which is opened once for them', async ({ open, disk }) => {
  const opening = vi.spyOn(disk, 'open');
  const [posts, comments] = await Promise.all([open('posts'), open('comments'), open('groups')]);
  await Promise.all([posts.bulkWrite(many(3), 'test'), comments.bulkWrite([{ document: post(7) }], 'test')]);
  expect(opening).toHaveBeenCalledTimes(1);
  expect(await disk.databases()).toEqual([{ name: 'rxdb-dexie-kith-ana--store', version: presentLayout.version * 10 }]);
  expect(ids(await found(posts, { selector: {} }))).toEqual([0, 1, 2].map(idOf));
  expect(ids(await found(comments, { selector: {} }))).toEqual([idOf(7)]);
});

test('a written row comes back unchanged, and the given object is not changed', async ({ open }) => {
  const posts = await open();
  const written = Object.freeze(post(1, { specific_user_ids: ['a', 'b'], edited_at: null }));
  expect(await posts.bulkWrite([{ document: written }], 'test')).toEqual({ error: [] });
  expect(await posts.findDocumentsById([written.id, 'nobody'], true)).toEqual([written]);
});

test('a write based on another state than the stored one is a conflict with the stored state; the other writes are done', async ({
  open,
}) => {
  const posts = await open();
  const [first, second] = [post(1), post(2)];
  await posts.bulkWrite([{ document: first }, { document: second }], 'test');
  const third = next(second, { content: 'Changed' });
  const { error } = await posts.bulkWrite(
    [{ document: post(1) }, { previous: second, document: third }, { previous: post(4, { _rev: '7-z' }), document: post(4) }],
    'test',
  );
  expect(error).toEqual([expect.objectContaining({ status: 409, documentId: first.id, documentInDb: first, isError: true })]);
  const stale = await posts.bulkWrite([{ previous: second, document: next(second, {}) }], 'test');
  expect(stale.error).toEqual([expect.objectContaining({ status: 409, documentInDb: third })]);
  expect((await posts.findDocumentsById([idOf(2)], false))[0]?.content).toBe('Changed');
});

test('a deleted row is only found on request, can be inserted as deleted, and can come back', async ({ open }) => {
  const posts = await open();
  const [kept, gone] = [post(1), post(2)];
  await posts.bulkWrite([{ document: kept }, { document: gone }, { document: post(3, { _deleted: true, unsent: 1 }) }], 'test');
  const deleted = next(gone, { _deleted: true });
  await posts.bulkWrite([{ previous: gone, document: deleted }], 'test');
  expect(ids(await posts.findDocumentsById([1, 2, 3].map(idOf), false))).toEqual([kept.id]);
  expect(await posts.findDocumentsById([gone.id], true)).toEqual([deleted]);
  expect(ids(await found(posts, { selector: {} }))).toEqual([kept.id]);
  const unsent = { selector: { _deleted: { $eq: true }, unsent: { $eq: 1 } }, index: ['_deleted', 'unsent', 'id'] } as never;
  expect(ids(await found(posts, unsent))).toEqual([idOf(3)]);
  await posts.bulkWrite([{ previous: deleted, document: next(deleted, { _deleted: false }) }], 'test');
  expect(ids(await found(posts, { selector: {} }))).toEqual([kept.id, gone.id]);
});

const queries: readonly (readonly [string, MangoQuery<Post>, readonly number[]])[] = [
  ['by an index, in its order', { selector: {}, sort: [{ newest: 'asc' }], limit: 3 }, [39, 38, 37]],
  ['with skip and limit', { selector: {}, sort: [{ newest: 'asc' }], skip: 2, limit: 2 }, [37, 36]],
  ['by a compound index', { selector: { author_id: 'ana' }, sort: [{ newest: 'asc' }], limit: 2 } as never, [39, 37]],
  ['within bounds', { selector: { newest: { $gt: 962, $lte: 964 } }, sort: [{ newest: 'asc' }] } as never, [37, 36]],
  [
    'filtered beside the index, as many as are asked for',
    { selector: { content: { $regex: '5$' } }, sort: [{ newest: 'asc' }], limit: 2 } as never,
    [35, 25],
  ],
  ['filtered beside the index, all', { selector: { content: { $regex: '5$' } }, sort: [{ newest: 'asc' }] } as never, [35, 25, 15, 5]],
  ['sorted by what no index has', { selector: {}, sort: [{ content: 'desc' }], limit: 2 } as never, [9, 8]],
  ['descending', { selector: {}, sort: [{ newest: 'desc' }], skip: 1, limit: 2 }, [1, 2]],
  ['several ids', { selector: { id: { $in: [idOf(3), idOf(9)] } } } as never, [3, 9]],
  ['none', { selector: {}, limit: 0 }, []],
  ['nothing that is there', { selector: { scope: 9 } } as never, []],
];
test.for(queries)('a query returns: %s', async ([, query, expected], { open }) => {
  const posts = await open();
  await posts.bulkWrite(many(40), 'test');
  expect(ids(await found(posts, query))).toEqual(expected.map(idOf));
  const { skip: _, limit: __, ...whole } = query;
  const { count } = await posts.count(asked(whole as never) as never);
  expect(count).toBe((await found(posts, whole as never)).length);
});

test('rows are counted by the index alone if the index suffices', async ({ open }) => {
  const posts = await open();
  await posts.bulkWrite(many(9), 'test');
  expect(await posts.count(asked({ selector: { author_id: 'ana' } as never }) as never)).toEqual({ count: 4, mode: 'fast' });
  expect(await posts.count(asked({ selector: { content: 'Post 3' } as never }) as never)).toEqual({ count: 1, mode: 'slow' });
});

test('changes since a checkpoint come in order, though there is no index for it', async ({ open }) => {
  const posts = await open();
  await posts.bulkWrite(
    [5, 3, 4].map((n) => ({ document: post(n) })),
    'test',
  );
  const first = await getChangedDocumentsSince(posts, 2);
  expect(ids(first.documents)).toEqual([3, 4].map(idOf));
  const rest = await getChangedDocumentsSince(posts, 2, first.checkpoint);
  expect(ids(rest.documents)).toEqual([idOf(5)]);
});

test('a cleanup drops rows that were deleted long enough ago, and nothing else', async ({ open }) => {
  const posts = await open();
  const lwt = Date.now() - 60_000;
  const rows = [
    post(1, { _meta: { lwt } }),
    post(2, { _deleted: true, _meta: { lwt } }),
    post(3, { _deleted: true, _meta: { lwt: Date.now() } }),
  ];
  await posts.bulkWrite(
    rows.map((document) => ({ document })),
    'test',
  );
  expect(await posts.cleanup(30_000)).toBe(true);
  expect(ids(await posts.findDocumentsById([1, 2, 3].map(idOf), true))).toEqual([1, 3].map(idOf));
});

test('a cleanup without anything to drop wakes no window', async ({ open }) => {
  const posts = await open();
  await posts.bulkWrite([{ document: post(1) }, { document: post(2, { _deleted: true, _meta: { lwt: Date.now() - 60_000 } }) }], 'test');
  let mutations = 0;
  const onMutation = () => {
    mutations += 1;
  };
  Dexie.on.storagemutated.subscribe(onMutation);
  try {
    await posts.cleanup(90_000);
    expect(mutations).toBe(0);
    await posts.cleanup(30_000);
    expect(mutations).toBe(1);
  } finally {
    Dexie.on.storagemutated.unsubscribe(onMutation);
  }
});

test('every change is reported once it is stored, with the state before', async ({ open }) => {
  const posts = await open();
  const bulks: EventBulk<RxStorageChangeEvent<Document>, unknown>[] = [];
  posts.changeStream().subscribe((bulk) => bulks.push(bulk as never));
  const first = post(1);
  const second = next(first, { content: 'Changed' });
  const gone = next(second, { _deleted: true, _meta: { lwt: 900 } });
  await posts.bulkWrite([{ document: first }, { document: post(2, { _deleted: true }) }], 'one');
  await posts.bulkWrite([{ previous: first, document: second }], 'two');
  await posts.bulkWrite([{ previous: second, document: gone }], 'three');
  await posts.bulkWrite([{ document: post(1) }], 'conflict');
  expect(bulks.map(({ context, events }) => [context, ...events.map(({ operation, documentId }) => [operation, documentId])])).toEqual([
    ['one', ['UPDATE', first.id]],
    ['two', ['UPDATE', first.id]],
    ['three', ['DELETE', first.id]],
  ]);
  // The insert is a change from an unknown state.
  expect(bulks[0]?.events[0]?.previousDocumentData).toBeUndefined();
  expect(bulks[1]?.events[0]).toMatchObject({ documentData: second, previousDocumentData: first });
  expect(bulks[2]?.checkpoint).toEqual({ id: first.id, lwt: 900 });
});

test('a tab receives and reads what another one writes', async ({ open }) => {
  const [here, there] = [
    await open('posts', { tab: 'one', multiInstance: true }),
    await open('posts', { tab: 'two', multiInstance: true }),
  ];
  const comments = await open('comments', { tab: 'two', multiInstance: true });
  const onChange = vi.fn();
  const amiss = vi.fn();
  there.changeStream().subscribe(onChange);
  comments.changeStream().subscribe(amiss);
  await here.bulkWrite([{ document: post(1) }], 'test');
  await vi.waitUntil(() => onChange.mock.calls.length > 0);
  expect(onChange.mock.calls[0]?.[0].events[0]).toMatchObject({ operation: 'UPDATE', documentId: idOf(1) });
  expect(amiss).not.toHaveBeenCalled();
  const [held] = await there.findDocumentsById([idOf(1)], false);
  await there.bulkWrite([{ previous: held as Document, document: next(held as Document, { content: 'There' }) }], 'test');
  expect((await here.bulkWrite([{ previous: post(1), document: next(post(1), {}) }], 'test')).error).toHaveLength(1);
});

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
    const deletion = disk.deleteDatabase('rxdb-dexie-kith-ana--store');
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

test('a failed write leaves nothing behind and reports nothing', async ({ open }) => {
  const posts = await open();
  const onChange = vi.fn();
  posts.changeStream().subscribe(onChange);
  const unfit = { ...post(2), content: () => 'no text' } as never;
  await expect(posts.bulkWrite([{ document: post(1) }, { document: unfit }], 'test')).rejects.toThrow();
  expect(await posts.findDocumentsById([idOf(1)], true)).toEqual([]);
  expect(onChange).not.toHaveBeenCalled();
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
  await expect(open('posts', { tab: 'late' })).rejects.toThrow('has version 30');
  await moved.bulkWrite([{ document: post(9) }], 'test');
  await moved.close();
});

test('a window that keeps its connection only delays a newer version', async ({ open, disk }) => {
  const posts = await open();
  await posts.bulkWrite(many(1), 'test');
  await posts.close();
  const holder = await new Promise<IDBDatabase>((resolve) => {
    const opening = disk.open('rxdb-dexie-kith-ana--store');
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
  disk.deleteDatabase('rxdb-dexie-kith-ana--store');
  await vi.waitUntil(() => fate.onLost.mock.calls.length > 0);
  expect(fate.onOutdated).not.toHaveBeenCalled();
  await expect(posts.bulkWrite(many(1), 'test')).rejects.toThrow();
});

test('RxDB works on it: all collections, live queries, local documents, closed and opened again', async ({ disk }) => {
  const openAll = (layout?: Layout) =>
    openLocalDatabase({ userId: 'ana', storage: createStorage({ indexedDB: disk, IDBKeyRange }, {}, layout), multiInstance: false });
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
  await vi.waitUntil(() => seen.at(-1)?.length === 1);
  subscription.unsubscribe();
  await first.close();
  const second = await openAll();
  expect((await second.collections.posts.findOne(idOf(1)).exec())?.toJSON()).toEqual(row);
  expect((await second.getLocal('checkpoint-posts'))?.toJSON().data).toEqual({ checkpoint: { 7: 40 } });
  // As if its schemas were others, which a version that leaves all rows alone may have changed.
  const disks = second.collections.posts.storageInstance.internals as unknown as Dexie;
  await disks
    .table(RXDB_TABLE)
    .toCollection()
    .modify((note) => Object.assign(note.data, { schemaHash: 'another', schema: {} }));
  await second.close();
  await expect(openAll()).rejects.toThrow();
  const third = await openAll({ ...presentLayout, version: presentLayout.version + 1 });
  expect((await third.collections.posts.findOne(idOf(1)).exec())?.toJSON()).toEqual(row);
  await third.close();
  expect(await disk.databases()).toHaveLength(1);
});
