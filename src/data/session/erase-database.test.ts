import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseName, imageDatabaseName } from '../../../workers/device/database-name.ts';
import { eraseDatabase } from './erase-database.ts';

const name = `rxdb-dexie-${databaseName('ana')}--0--posts`;

/** A browser with one database of Ana's. `deletion` decides what happens when it is deleted. */
function browserIn(deletion: (request: IDBOpenDBRequest, done: () => void) => void): void {
  let names = [name];
  vi.stubGlobal('indexedDB', {
    databases: async () => names.map((one) => ({ name: one })),
    deleteDatabase: (deleted: string) => {
      const request = {} as IDBOpenDBRequest;
      deletion(request, () => {
        names = names.filter((one) => one !== deleted);
        request.onsuccess?.({} as Event);
      });
      return request;
    },
  });
}
/** What the erasing has returned after this time; undefined if nothing yet. */
async function resultAfter(ms: number): Promise<boolean | undefined> {
  let said: boolean | undefined;
  void eraseDatabase('ana').then((erased) => {
    said = erased;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return said;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the images on this device are erased with the rows', async () => {
  vi.useRealTimers();
  let names = [name, imageDatabaseName('ana'), imageDatabaseName('ben')];
  vi.stubGlobal('indexedDB', {
    databases: async () => names.map((one) => ({ name: one })),
    deleteDatabase: (deleted: string) => {
      const request = {} as IDBOpenDBRequest;
      setTimeout(() => {
        names = names.filter((one) => one !== deleted);
        request.onsuccess?.({} as Event);
      });
      return request;
    },
  });
  expect(await eraseDatabase('ana')).toBe(true);
  expect(names).toEqual([imageDatabaseName('ben')]);
});

test('a slow deletion is waited for', async () => {
  browserIn((_, done) => void setTimeout(done, 5000));
  expect(await resultAfter(5001)).toBe(true);
});

test('a deletion that another window blocks is put off sooner, unless that window lets go', async () => {
  browserIn((request) => void setTimeout(() => request.onblocked?.({} as IDBVersionChangeEvent), 100));
  expect(await resultAfter(3101)).toBe(false);
  browserIn((request, done) => {
    setTimeout(() => request.onblocked?.({} as IDBVersionChangeEvent), 100);
    setTimeout(done, 2000);
  });
  expect(await resultAfter(2001)).toBe(true);
});

test('a window that hangs, and never says that it blocks, does not hold up the others forever', async () => {
  browserIn(() => undefined);
  expect(await resultAfter(5999)).toBeUndefined();
  expect(await resultAfter(6001)).toBe(false);
});
