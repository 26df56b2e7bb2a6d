/** One database for all collections, tested for what RxDB relies on in a storage. */
import { Dexie } from 'dexie';
import { IDBIndex } from 'fake-indexeddb';
import { type EventBulk, getChangedDocumentsSince, type MangoQuery, type RxStorageChangeEvent } from 'rxdb';
import { expect, vi } from 'vitest';
import { asked, type Document, found, idOf, ids, many, next, type Post, post, test } from '../../../tests/support/fixtures/storage.ts';
import { until } from '../../../tests/support/until.ts';
import { presentLayout } from './layout.ts';

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
  await posts.bulkWrite([{ document: kept }, { document: gone }, { document: post(3, { _deleted: true, pending: 1 }) }], 'test');
  const deleted = next(gone, { _deleted: true });
  await posts.bulkWrite([{ previous: gone, document: deleted }], 'test');
  expect(ids(await posts.findDocumentsById([1, 2, 3].map(idOf), false))).toEqual([kept.id]);
  expect(await posts.findDocumentsById([gone.id], true)).toEqual([deleted]);
  expect(ids(await found(posts, { selector: {} }))).toEqual([kept.id]);
  const pending = { selector: { _deleted: { $eq: true }, pending: { $eq: 1 } }, index: ['_deleted', 'pending', 'id'] } as never;
  expect(ids(await found(posts, pending))).toEqual([idOf(3)]);
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

test('a query for several values reads the rows of these values, not those between them', async ({ open }) => {
  const posts = await open();
  const authors = ['ana', 'ben', 'cleo', 'dora'];
  await posts.bulkWrite(
    many(40).map(({ document }, n) => ({ document: { ...document, author_id: authors[n % authors.length] as string } })),
    'test',
  );
  const reading = vi.spyOn(IDBIndex.prototype, 'getAll');
  const query = asked({ selector: { author_id: { $in: ['dora', 'ana'] } }, sort: [{ author_id: 'asc' }, { newest: 'asc' }] } as never);
  const { documents } = await posts.query(query as never);
  expect(documents.map(({ author_id }) => author_id)).toEqual(['ana', 'dora'].flatMap((author) => Array(10).fill(author)));
  // A row that was read was an answer.
  expect(reading.mock.results.flatMap(({ value }) => (value as IDBRequest<unknown[]>).result)).toHaveLength(documents.length);
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
  await until(() => onChange.mock.calls.length > 0);
  expect(onChange.mock.calls[0]?.[0].events[0]).toMatchObject({ operation: 'UPDATE', documentId: idOf(1) });
  expect(amiss).not.toHaveBeenCalled();
  const [held] = await there.findDocumentsById([idOf(1)], false);
  await there.bulkWrite([{ previous: held as Document, document: next(held as Document, { content: 'There' }) }], 'test');
  expect((await here.bulkWrite([{ previous: post(1), document: next(post(1), {}) }], 'test')).error).toHaveLength(1);
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
