import 'fake-indexeddb/auto';
import { v7 as uuid } from 'uuid';
import { test as base, expect, onTestFinished, vi } from 'vitest';
import { imageDatabaseName } from './database-name.ts';
import { type ImageStore, openImageStore } from './image-store.ts';
import { answered } from './indexed-db.ts';

const bytes = (size: number, value = 1): ArrayBuffer => new Uint8Array(size).fill(value).buffer;
const firstByteOf = (one: ArrayBuffer | undefined) => one && new Uint8Array(one)[0];

const test = base
  .extend('userId', (): string => uuid())
  .extend('lost', () => ({ times: 0 }))
  .extend('store', ({ userId, lost }, { onCleanup }): ImageStore => {
    const store = openImageStore(userId, () => {
      lost.times += 1;
    });
    onCleanup(() => store.close());
    return store;
  })
  .extend('opened', () => {
    const open = vi.spyOn(indexedDB, 'open');
    onTestFinished(() => open.mockRestore());
    return open;
  });

/** The next writes of an image fail so, as a request or as the end of the transaction. */
function failing(times: number, error: () => Error): void {
  const { put } = IDBObjectStore.prototype;
  let left = times;
  const mocked = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    left -= 1;
    if (left < 0) return put.apply(this, args);
    throw error();
  });
  onTestFinished(() => mocked.mockRestore());
}

test('[R-65] on a full disk what the server has makes way for a new image, and what waits stays', async ({ store, opened }) => {
  await store.putAll([
    [{ key: 'waiting', state: 'waiting', at: 1 }, bytes(1_000)],
    [{ key: 'held', state: 'held', at: 1 }, bytes(1_000)],
    [{ key: 'sent', state: 'sent', at: 1 }, bytes(1_000)],
  ]);
  const full = () => new DOMException('', 'QuotaExceededError');
  failing(1, full);
  await store.put({ key: 'new', state: 'held', at: 2 }, bytes(400, 7));
  expect((await store.list()).map(({ key }) => key).sort()).toEqual(['new', 'sent', 'waiting']);
  expect(firstByteOf(await store.bytes('new'))).toBe(7);
  failing(2, full);
  await expect(store.put({ key: 'newer', state: 'held', at: 3 }, bytes(900))).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect((await store.list()).map(({ key }) => key)).toContain('waiting');
  expect(opened).toHaveBeenCalledTimes(1);
});

test.for([
  'AbortError',
  'UnknownError',
  'InvalidStateError',
  'TransactionInactiveError',
  'NotReadableError',
  'ReadOnlyError',
  'DataError',
  'ConstraintError',
  'TimeoutError',
  'VersionError',
])('[R-65] after a failure that is %s nothing is deleted, and the next write opens another connection', async (name, { store, opened }) => {
  await store.putAll([
    [{ key: 'waiting', state: 'waiting', at: 1 }, bytes(1_000, 5)],
    [{ key: 'held', state: 'held', at: 1 }, bytes(1_000)],
  ]);
  failing(1, () => new DOMException('', name));
  await expect(store.put({ key: 'new', state: 'held', at: 2 }, bytes(1_000))).rejects.toMatchObject({ name });
  expect((await store.list()).map(({ key }) => key).sort()).toEqual(['held', 'waiting']);
  expect(firstByteOf(await store.bytes('waiting'))).toBe(5);
  await store.put({ key: 'new', state: 'held', at: 2 }, bytes(1_000));
  expect(opened).toHaveBeenCalledTimes(2);
});

test('a database that was deleted between two connections is not created again', async ({ store, lost, userId }) => {
  await store.put({ key: 'held', state: 'held', at: 1 }, bytes(10));
  failing(1, () => new DOMException('', 'UnknownError'));
  await expect(store.put({ key: 'new', state: 'held', at: 2 }, bytes(10))).rejects.toThrow();
  await answered(indexedDB.deleteDatabase(imageDatabaseName(userId)));
  await expect(store.list()).rejects.toThrow();
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect([lost.times, names.includes(imageDatabaseName(userId))]).toEqual([1, false]);
  await expect(store.list()).rejects.toThrow('closed');
});

test('a store that could not be opened is opened by the next call', async ({ store, opened }) => {
  opened.mockImplementationOnce(() => {
    throw new DOMException('', 'UnknownError');
  });
  await expect(store.list()).rejects.toMatchObject({ name: 'UnknownError' });
  expect(await store.list()).toEqual([]);
});

test('the time at which an image was shown is kept to some hours; a sent one says when it was sent', async ({ store }) => {
  const hour = 60 * 60_000;
  await store.put({ key: 'mine', state: 'waiting', at: 0 }, bytes(10, 3));
  for (const [at, used] of [
    [hour, 0],
    [7 * hour, 7 * hour],
    [9 * hour, 7 * hour],
  ] as const) {
    expect(firstByteOf(await store.shown('mine', at))).toBe(3);
    await expect.poll(async () => (await store.list())[0]?.usedAt).toBe(used);
  }
  await store.sent('mine', 8 * hour);
  expect(await store.list()).toEqual([{ key: 'mine', state: 'sent', at: 8 * hour, size: 10, usedAt: 7 * hour }]);
  expect(await store.shown('other', 0)).toBeUndefined();
  await store.sent('other', 0);
  expect(await store.list()).toHaveLength(1);
});

test('fetched images are cleared, also on a full disk; what was chosen here stays, and the time is known afterwards', async ({
  store,
  userId,
}) => {
  await store.putAll([
    [{ key: 'waiting', state: 'waiting', at: 1 }, bytes(10)],
    [{ key: 'waiting?size=small', state: 'held', at: 1 }, bytes(10)],
    [{ key: 'sent', state: 'sent', at: 1 }, bytes(10)],
    [{ key: 'held', state: 'held', at: 1 }, bytes(10)],
  ]);
  expect(await store.clearedAt()).toBe(0);
  const left = async () => (await store.list()).map(({ key }) => key).sort();
  failing(1, () => new DOMException('', 'QuotaExceededError'));
  await expect(store.clear(5)).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(await left()).toEqual(['sent', 'waiting', 'waiting?size=small']);
  await store.put({ key: 'held', state: 'held', at: 1 }, bytes(10));
  expect(await store.clear(7)).toEqual(['held']);
  expect([await left(), await store.bytes('held')]).toEqual([['sent', 'waiting', 'waiting?size=small'], undefined]);
  const other = openImageStore(userId);
  onTestFinished(() => other.close());
  expect(await other.clearedAt()).toBe(7);
});

test('an image that waits to be sent is flushed to the disk, and one that the server has is not', async ({ store }) => {
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
  onTestFinished(() => begun.mockRestore());
  await store.put({ key: 'chosen', state: 'waiting', at: 1 }, bytes(10));
  await store.put({ key: 'fetched', state: 'held', at: 1 }, bytes(10));
  await store.sent('chosen', 2);
  await store.waiting('chosen', 3);
  const writes = begun.mock.calls.filter(([, mode]) => mode === 'readwrite');
  expect(writes.map(([, , options]) => options?.durability)).toEqual(['strict', 'default', 'default', 'strict']);
});
