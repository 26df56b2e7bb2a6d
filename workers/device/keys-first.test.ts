import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { keysFirst } from './keys-first.ts';

interface Row {
  readonly id: string;
}
const opened: Dexie[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const store of opened.splice(0)) store.close();
});

const idOf = (n: number) => `id-${String(n).padStart(4, '0')}`;
const rows = (from: number, many: number): Row[] => Array.from({ length: many }, (_, n) => ({ id: idOf(from + n) }));

async function openTable(stored: readonly Row[]) {
  const store = new Dexie('store', { indexedDB: new IDBFactory(), IDBKeyRange });
  opened.push(store);
  store.use(keysFirst);
  store.version(1).stores({ docs: 'id' });
  await store.open();
  const table = store.table<Row, string>('docs');
  await table.bulkPut([...stored]);
  return { table, single: vi.spyOn(IDBObjectStore.prototype, 'get') };
}

test('rows that are not stored are not read one by one', async () => {
  const { table, single } = await openTable(rows(1000, 500));
  const asked = rows(0, 500).map(({ id }) => id);
  expect(await table.bulkGet(asked)).toEqual(asked.map(() => undefined));
  expect(single).not.toHaveBeenCalled();
});

test('the stored rows among many keys come in the order of the keys', async () => {
  const { table, single } = await openTable([...rows(10, 3), ...rows(100, 500)]);
  const asked = [...rows(0, 40)].reverse().map(({ id }) => id);
  const found = await table.bulkGet(asked);
  expect(found.map((row) => row?.id)).toEqual(asked.map((id) => (id >= idOf(10) && id <= idOf(12) ? id : undefined)));
  expect(single).toHaveBeenCalledTimes(3);
});

test('each row is found where the range contains more rows than requested', async () => {
  const { table } = await openTable(rows(0, 500));
  const asked = [...rows(0, 20), ...rows(490, 30)].map(({ id }) => id);
  expect((await table.bulkGet(asked)).map((row) => row?.id)).toEqual(asked.map((id) => (id < idOf(500) ? id : undefined)));
});

test('a transaction that writes sees its own writes', async () => {
  const { table } = await openTable([]);
  const fresh = rows(0, 50);
  await table.db.transaction('rw', table, async () => {
    await table.bulkPut(fresh);
    expect(await table.bulkGet(fresh.map(({ id }) => id))).toEqual(fresh);
    await table.bulkDelete(fresh.slice(10).map(({ id }) => id));
    expect((await table.bulkGet(fresh.map(({ id }) => id))).filter(Boolean)).toHaveLength(10);
  });
});
