/** What a device remembers of its calls, and for whom. */
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { createLocks } from '../../../tests/support/locks.ts';
import { listDatabases } from '../indexed-db.ts';
import { forgetMember, rememberMember } from '../session/remembered-member.ts';
import { lastArrived, noteArrived, noteShown, shownEvent } from './arrived-calls.ts';

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: createLocks() });
  vi.stubGlobal('indexedDB', new IDBFactory());
});

test('the time of the last call is kept, and belongs to the remembered member alone', async () => {
  await rememberMember('ana');
  expect(await lastArrived()).toBeNull();
  await noteArrived(5);
  await noteArrived(7);
  expect(await lastArrived()).toBe(7);
  await rememberMember('ben');
  expect(await lastArrived()).toBeNull();
});

test('nothing is kept while nobody is remembered', async () => {
  await forgetMember();
  await noteArrived(5);
  await noteShown('asked', 'e1');
  expect(await lastArrived()).toBeNull();
  expect(await shownEvent('asked')).toBeNull();
  expect(await listDatabases()).toEqual([]);
});

test('[R-76] the last event of each tag is kept, of the last fifty tags', async () => {
  await rememberMember('ana');
  await noteShown('group_message|g', 'e1');
  await noteShown('asked', 'e2');
  await noteShown('group_message|g', 'e3');
  expect([await shownEvent('group_message|g'), await shownEvent('asked'), await shownEvent('summary')]).toEqual(['e3', 'e2', null]);
  for (let nth = 0; nth < 49; nth += 1) await noteShown(`post_created|${nth}`, 'e');
  expect([await shownEvent('group_message|g'), await shownEvent('asked')]).toEqual(['e3', null]);
});

test('the database begins like the name of the store, so that whatever erases the store finds it', async () => {
  await rememberMember('ana');
  await noteArrived(1);
  expect((await listDatabases())?.map(({ name }) => name)).toContain('rxdb-dexie-kith-ana--calls');
});
