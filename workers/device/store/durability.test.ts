/** Which transactions of the store are on the disk before they count. IndexedDB itself says what it was asked for. */
import { IDBDatabase } from 'fake-indexeddb';
import { expect, vi } from 'vitest';
import { many, next, post, test as storageTest } from '../../../tests/support/fixtures/storage.ts';
import { DOCUMENTS_TABLE } from '../database-name.ts';

/** `asked`: the durability of each writing transaction, in the order in which they began. */
const test = storageTest.extend('asked', ({ disk: _ }, { onCleanup }) => {
  const asked: string[] = [];
  const { transaction } = IDBDatabase.prototype;
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, stores, mode, options) {
    if (mode === 'readwrite') asked.push(options?.durability ?? 'default');
    return transaction.call(this, stores, mode, options);
  });
  onCleanup(() => spy.mockRestore());
  return asked;
});

test('a pending row is flushed to the disk, and what the server sent is not', async ({ open, asked }) => {
  const posts = await open();
  const pending = post(1, { pending: 1 });
  await posts.bulkWrite([{ document: pending }], 'test');
  expect(asked.splice(0)).toEqual(['strict']);
  await posts.bulkWrite([{ previous: pending, document: next(pending, { pending: 0 }) }, { document: post(2) }], 'test');
  expect(asked.splice(0)).toEqual(['default']);
  await posts.bulkWrite([...many(1), { document: post(3, { pending: 1, _deleted: true }) }], 'test');
  expect(asked).toEqual(['strict']);
});

test('a strict write stays strict beside others, and leaves none behind', async ({ open, asked }) => {
  const [posts, comments] = await Promise.all([open('posts'), open('comments')]);
  await Promise.all([
    comments.bulkWrite([{ document: post(1) }], 'test'),
    posts.bulkWrite([{ document: post(1, { pending: 1 }) }], 'test'),
    comments.bulkWrite([{ document: post(2) }], 'test'),
  ]);
  expect(asked).toHaveLength(3);
  expect(asked[1]).toBe('strict');
  asked.length = 0;
  await posts.bulkWrite([{ document: post(2) }], 'test');
  expect(asked).toEqual(['default']);
});

test('texts that the server refused are flushed, and other local documents are not', async ({ open, asked }) => {
  const documents = await open(DOCUMENTS_TABLE);
  await documents.bulkWrite([{ document: post(1, { id: 'outbox' }) }], 'test');
  await documents.bulkWrite([{ document: post(1, { id: 'sync-progress' }) }], 'test');
  expect(asked).toEqual(['strict', 'default']);
});
