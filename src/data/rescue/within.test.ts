import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { answered, opened } from '../../../workers/device/indexed-db.ts';
import { DatabaseBlocked, within } from './within.ts';

const create = (made: IDBDatabase) => void made.createObjectStore('rows');

test('an answer that comes too late goes to its own receiver, so that a late connection can be closed', async () => {
  const blocking = await opened('blocked', create);
  const deletion = answered(indexedDB.deleteDatabase('blocked'));
  const opening = opened('blocked', create);
  const late: IDBDatabase[] = [];
  await expect(within(opening, (database) => late.push(database), 10)).rejects.toBeInstanceOf(DatabaseBlocked);
  expect(late).toEqual([]);
  blocking.close();
  await deletion;
  await expect.poll(() => late.length).toBe(1);
  late[0]?.close();
});

test('an answer in time is the result, and an error is the error', async () => {
  await expect(within(Promise.resolve('soup'), expect.fail, 1000)).resolves.toBe('soup');
  await expect(within(Promise.reject(new Error('broken')), expect.fail, 1000)).rejects.toThrow('broken');
});
