import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseName, imageDatabaseName } from '../../workers/device/database-name.ts';
import { eraseDatabase } from './erase-database.ts';

const name = `rxdb-dexie-${databaseName('ana')}--0--posts`;

/** A browser with one database of Ana's, in which a deletion does this. */
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
/** What the erasing says once so much time has passed, if anything. */
async function saysAfter(ms: number): Promise<boolean | undefined> {
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

test('the images on this device go with the rows', async () => {
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

test('a deletion that is only slow is waited for', async () => {
  browserIn((_, done) => void setTimeout(done, 5000));
  expect(await saysAfter(5001)).toBe(true);
});

test('one that another window blocks is put off sooner, unless that lets go', async () => {
  browserIn((request) => void setTimeout(() => request.onblocked?.({} as IDBVersionChangeEvent), 100));
  expect(await saysAfter(3101)).toBe(false);
  browserIn((request, done) => {
    setTimeout(() => request.onblocked?.({} as IDBVersionChangeEvent), 100);
    setTimeout(done, 2000);
  });
  expect(await saysAfter(2001)).toBe(true);
});

test('a window that hangs, and says nothing of blocking, does not hold up the others for ever', async () => {
  browserIn(() => undefined);
  expect(await saysAfter(5999)).toBeUndefined();
  expect(await saysAfter(6001)).toBe(false);
});
