/** What is left of the databases of a device after a power cut. */

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answered, completed } from '../../workers/device/indexed-db.ts';
import { createPowerCuts } from './power-cuts.ts';

const NAME = 'store';
const most = () => 0;
const least = () => 1 - Number.EPSILON;

/** Two stores: rows with their key in them and an index, and notes without. */
async function open(factory: IDBFactory, version = 1): Promise<IDBDatabase> {
  const request = factory.open(NAME, version);
  request.onupgradeneeded = ({ oldVersion }) => {
    const [database, { transaction }] = [request.result, request];
    if (oldVersion < 1) {
      database.createObjectStore('rows', { keyPath: 'id' }).createIndex('size', 'size');
      database.createObjectStore('notes');
    }
    if (version < 2) return;
    transaction?.objectStore('rows').deleteIndex('size');
    transaction?.objectStore('rows').createIndex('[size+id]', ['size', 'id']);
    transaction?.objectStore('rows').put({ id: 'upgrade', size: version });
    database.deleteObjectStore('notes');
    database.createObjectStore('more').put('note', 'upgrade');
  };
  return answered(request);
}

type Work = (store: (name: string) => IDBObjectStore) => void;
/** Writes in one transaction. */
async function write(database: IDBDatabase, durability: IDBTransactionDurability, work: Work): Promise<void> {
  const transaction = database.transaction([...database.objectStoreNames], 'readwrite', { durability });
  work((name) => transaction.objectStore(name));
  await completed(transaction);
}
const put = (database: IDBDatabase, durability: IDBTransactionDurability, id: string, size = 0) =>
  write(database, durability, (store) => {
    store('rows').put({ id, size });
    store('notes').put(`note of ${id}`, id);
  });

/** All that a query can read. */
async function contentsOf(database: IDBDatabase): Promise<object> {
  const stores = [...database.objectStoreNames].map(async (name) => {
    const store = database.transaction(name).objectStore(name);
    const indexes = [...store.indexNames].map(async (index) => [index, await answered(store.index(index).getAllKeys())] as const);
    const [keys, values] = await Promise.all([answered(store.getAllKeys()), answered(store.getAll())]);
    return [name, { keyPath: store.keyPath, keys, values, indexes: await Promise.all(indexes) }] as const;
  });
  return Object.fromEntries(await Promise.all(stores));
}
const idsIn = async (database: IDBDatabase) => answered(database.transaction('rows').objectStore('rows').getAllKeys());

test('a strict transaction keeps itself and all before it, and of those after it any end is lost, with all of its writes', async () => {
  const left = new Set<string>();
  for (const drawn of [0, 0.3, 0.6, 0.9]) {
    const power = createPowerCuts();
    const database = await open(power.indexedDB);
    await put(database, 'relaxed', 'a');
    await put(database, 'strict', 'b');
    for (const id of ['c', 'd']) await put(database, 'relaxed', id);
    await put(database, 'default', 'e');
    await power.cut(() => drawn);
    const again = await open(power.indexedDB);
    const ids = await idsIn(again);
    expect(await answered(again.transaction('notes').objectStore('notes').getAllKeys())).toEqual(ids);
    expect(power.counts).toEqual({ cuts: 1, struck: drawn < 0.9 ? 1 : 0, lost: 5 - ids.length });
    left.add(ids.join(''));
  }
  expect([...left]).toEqual(['ab', 'abc', 'abcd', 'abcde']);
});

test('a transaction under way is lost, and the one who began it gets no event any more', async () => {
  const power = createPowerCuts();
  const [dead, database] = [power.indexedDB, await open(power.indexedDB)];
  await put(database, 'strict', 'a');
  const heard: string[] = [];
  const listen = (target: EventTarget) => {
    for (const type of ['success', 'error', 'complete', 'abort', 'upgradeneeded', 'versionchange'])
      target.addEventListener(type, () => void heard.push(type));
  };
  const use = () => {
    const transaction = database.transaction('rows', 'readwrite', { durability: 'strict' });
    for (const target of [transaction, transaction.objectStore('rows').get('a'), dead.open('another'), dead.deleteDatabase('none')])
      listen(target);
    return transaction.objectStore('rows').put({ id: 'b', size: 1 });
  };
  await answered(use());
  // The first transaction is about to complete, others are about to begin.
  expect(heard.splice(0)).toContain('success');
  use();
  const cut = power.cut(least);
  use();
  dead.databases().then(() => heard.push('databases'));
  await cut;
  const again = await open(power.indexedDB);
  expect(await idsIn(again)).toEqual(['a']);
  await put(again, 'strict', 'c');
  expect(await power.indexedDB.databases()).toEqual([{ name: NAME, version: 1 }]);
  expect(heard).toEqual([]);
});

test('the power can be cut between a transaction and its event: it is kept or lost, and nobody heard of it', async () => {
  for (const [keeps, left] of [
    [least, ['a']],
    [most, []],
  ] as const) {
    let onCommit = () => {};
    const power = createPowerCuts(() => onCommit());
    const database = await open(power.indexedDB);
    let heard = false;
    await new Promise<void>((resolve) => {
      onCommit = () => {
        onCommit = () => {};
        resolve(power.cut(keeps));
      };
      void put(database, 'relaxed', 'a').then(() => {
        heard = true;
      });
    });
    expect(await idsIn(await open(power.indexedDB))).toEqual(left);
    expect(heard).toBe(false);
  }
});

test('an upgrade and a deletion are lost like other transactions that nothing has flushed', async () => {
  const power = createPowerCuts();
  await open(power.indexedDB);
  await power.cut(most);
  expect(await power.indexedDB.databases()).toEqual([]);

  const first = await open(power.indexedDB);
  await put(first, 'strict', 'a', 7);
  first.close();
  (await open(power.indexedDB, 2)).close();
  await power.cut(most);
  const older = await open(power.indexedDB);
  expect([...older.objectStoreNames]).toEqual(['notes', 'rows']);
  older.close();
  const upgraded = await open(power.indexedDB, 2);
  const contents = await contentsOf(upgraded);
  await power.cut(least);
  const newer = await open(power.indexedDB, 2);
  expect(await contentsOf(newer)).toEqual(contents);
  expect(contents).toMatchObject({ more: { values: ['note'] }, rows: { indexes: [['[size+id]', ['upgrade', 'a']]] } });

  newer.close();
  await answered(power.indexedDB.deleteDatabase(NAME));
  await power.cut(most);
  expect(await power.indexedDB.databases()).toEqual([{ name: NAME, version: 2 }]);
  await answered(power.indexedDB.deleteDatabase(NAME));
  await power.cut(least);
  expect(await power.indexedDB.databases()).toEqual([]);
});

test('each database is flushed by itself', async () => {
  const power = createPowerCuts();
  const database = await open(power.indexedDB);
  const other = power.indexedDB.open('other', 1);
  other.onupgradeneeded = () => void other.result.createObjectStore('notes');
  const notes = await answered(other);
  await put(database, 'relaxed', 'a');
  await write(notes, 'strict', (store) => void store('notes').put('kept', 'a'));
  await power.cut(most);
  expect(await power.indexedDB.databases()).toEqual([{ name: 'other', version: 1 }]);
});

/** Does this at each row of a cursor. */
function atEach(request: IDBRequest<IDBCursorWithValue | null>, change: (cursor: IDBCursorWithValue) => unknown): void {
  request.onsuccess = () => {
    if (!request.result) return;
    change(request.result);
    request.result.continue();
  };
}
const kinds: Record<string, (rows: IDBObjectStore, notes: IDBObjectStore, id: string, size: number) => unknown> = {
  put(rows, _, id, size) {
    const row = { id, size };
    rows.put(row);
    row.size = 99;
  },
  delete: (rows, _, id) => rows.delete(id),
  clear: (rows) => rows.clear(),
  'update by an index': (rows, _, __, size) => atEach(rows.index('size').openCursor(size), (row) => row.update({ ...row.value, size: 9 })),
  'delete by an index': (rows, _, __, size) => atEach(rows.index('size').openCursor(IDBKeyRange.upperBound(size)), (row) => row.delete()),
  'put a note': (_, notes, id, size) => notes.put({ size }, id),
  'delete notes': (_, notes, id) => notes.delete(IDBKeyRange.lowerBound(id)),
  'update notes': (_, notes, id, size) =>
    atEach(notes.openCursor(IDBKeyRange.lowerBound(id)), (note) => {
      const value = { size };
      note.update(value);
      value.size = 99;
    }),
  // Where there is such a note it fails, and the transaction goes on.
  'add a note': (_, notes, id) => {
    notes.add('added', id).onerror = (event) => event.preventDefault();
  },
};
const written = fc.record({
  kind: fc.constantFrom(...Object.keys(kinds), 'put', 'put', 'put'),
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  size: fc.integer({ min: 0, max: 3 }),
});
const transaction = fc.record({
  durability: fc.constantFrom('strict', 'relaxed', 'default'),
  work: fc.array(written, { minLength: 1, maxLength: 4 }),
  aborts: fc.boolean(),
});
const life = fc.record({
  transactions: fc.array(transaction, { maxLength: 12 }),
  drawn: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
});

test('after any writes and any cut, the contents are those after some transaction, and never before the last flush', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 3 }), async (lives) => {
      const power = createPowerCuts();
      for (const { transactions, drawn } of lives) {
        const database = await open(power.indexedDB);
        const states = [await contentsOf(database)];
        let flushed = 0;
        for (const { durability, work, aborts } of transactions) {
          const done = write(database, durability, (store) => {
            store('notes').put(states.length, 0);
            for (const { kind, id, size } of work) kinds[kind]?.(store('rows'), store('notes'), id, size);
            if (aborts) store('rows').put({ id: 'a' }).onsuccess = () => store('rows').transaction.abort();
          });
          if (aborts) await expect(done).rejects.toThrow();
          else {
            await done;
            states.push(await contentsOf(database));
            if (durability === 'strict') flushed = states.length - 1;
          }
        }
        const before = power.counts.lost;
        await power.cut(() => drawn);
        // The upgrade of a new database may be lost too.
        const kept = Math.max(0, states.length - 1 - (power.counts.lost - before));
        expect(kept).toBeGreaterThanOrEqual(flushed);
        if (drawn === 0) expect(kept).toBe(flushed);
        const again = await open(power.indexedDB);
        expect(await contentsOf(again)).toEqual(states[kept]);
        again.close();
      }
    }),
    { numRuns: 80 },
  );
});

test('another IndexedDB of the same process keeps everything', async () => {
  const [power, plain] = [createPowerCuts(), new IDBFactory()];
  const database = await open(plain);
  await put(await open(power.indexedDB), 'relaxed', 'a');
  await put(database, 'relaxed', 'a');
  await power.cut(most);
  expect(await idsIn(database)).toEqual(['a']);
});
