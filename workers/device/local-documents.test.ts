import { randomUUID } from 'node:crypto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { test as baseTest, expect, vi } from 'vitest';
import { followLocal, modifyLocal } from './local-documents.ts';
import { openLocalDatabase } from './open-local-database.ts';
import { createStorage } from './store/storage.ts';

interface Count {
  readonly count: number;
}

const test = baseTest
  .extend('storage', () => createStorage({ indexedDB: new IDBFactory(), IDBKeyRange }))
  .extend('database', async ({ storage }, { onCleanup }) => {
    const database = await openLocalDatabase({ userId: randomUUID(), storage, multiInstance: false, collections: ['posts'] });
    onCleanup(async () => void (await database.close()));
    return database;
  })
  /** What a follower of the document `wanted` hears. */
  .extend('heard', ({ database }, { onCleanup }) => {
    const heard: (Count | undefined)[] = [];
    const end = followLocal<Count>(database, 'wanted', (data) => heard.push(data));
    onCleanup(end);
    return { heard, end };
  });

test('a follower hears what is stored now and after each change, and nothing once it has ended', async ({
  database,
  heard: { heard, end },
}) => {
  await vi.waitUntil(() => heard.length === 1);
  await database.insertLocal<Count>('wanted', { count: 1 });
  await database.insertLocal<Count>('another', { count: 9 });
  await vi.waitUntil(() => heard.length === 2);
  await modifyLocal<Count>(database, 'wanted', { count: 0 }, ({ count }) => ({ count: count + 1 }));
  await vi.waitUntil(() => heard.length === 3);
  await (await database.getLocal('wanted'))?.remove();
  await vi.waitUntil(() => heard.length === 4);
  expect(heard).toEqual([undefined, { count: 1 }, { count: 2 }, undefined]);
  end();
  await database.insertLocal<Count>('wanted', { count: 3 });
  expect(heard).toHaveLength(4);
});

test('a read that answers after a later one is not heard', async ({ database }) => {
  const heard: unknown[] = [];
  let answer = (_held: null) => {};
  vi.spyOn(database, 'getLocal').mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const end = followLocal<Count>(database, 'wanted', (data) => heard.push(data));
  await database.insertLocal<Count>('wanted', { count: 1 });
  await vi.waitUntil(() => heard.length === 1);
  answer(null);
  await new Promise(setImmediate);
  expect(heard).toEqual([{ count: 1 }]);
  end();
});
