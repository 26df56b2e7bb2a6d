import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { answered, completed, opened } from './indexed-db.ts';

const create = (made: IDBDatabase) => void made.createObjectStore('rows');

test('a database is created once, and a write is there once its transaction is complete', async () => {
  const first = await opened('once', create);
  const writing = first.transaction('rows', 'readwrite');
  writing.objectStore('rows').put('soup', 1);
  await completed(writing);
  first.close();
  const second = await opened('once', () => expect.fail('it exists'));
  expect(await answered(second.transaction('rows').objectStore('rows').get(1))).toBe('soup');
  second.close();
});

test('a transaction that is aborted rejects, with the error of the request that failed', async () => {
  const database = await opened('aborted', create);
  const failing = database.transaction('rows', 'readwrite');
  failing.objectStore('rows').add('soup', 1);
  failing.objectStore('rows').add('stew', 1);
  await expect(completed(failing)).rejects.toMatchObject({ name: 'ConstraintError' });
  const aborted = database.transaction('rows', 'readwrite');
  aborted.abort();
  await expect(completed(aborted)).rejects.toThrow('aborted');
  database.close();
});
