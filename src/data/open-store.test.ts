import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { olderChannelName, syncChannelName } from '../../workers/device/sync-status.ts';
import { storeName } from './bare-database.ts';
import { acquireStore, type StoreUser } from './open-store.ts';

const replication = vi.hoisted(() => ({ started: 0, stopped: 0 }));
vi.mock('./start-worker.ts', () => ({
  prepareReplication: () => ({
    start: () => {
      replication.started += 1;
    },
    stop: () => {
      replication.stopped += 1;
    },
  }),
}));

const nobody: StoreUser = { onReopened: () => undefined, onOutdated: () => undefined, onMoving: () => undefined };
/** This browser says that this member is signed in. */
const signedIn = (id: string) =>
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ user: { id, email: `${id}@kith.test`, name: id } }) });
/** Longer than an unused store waits for another user. */
const afterAWhile = () => new Promise((resolve) => setTimeout(resolve, 400));

beforeEach(() => {
  Object.assign(replication, { started: 0, stopped: 0 });
  const page = new EventTarget();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  signedIn('ana');
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => vi.unstubAllGlobals());

test('a mount that is undone and repeated, as StrictMode does, opens one store and starts one replication', async () => {
  const first = acquireStore('ana', nobody);
  first.release();
  const second = acquireStore('ana', nobody);
  const store = await second.store;
  expect(await first.store).toBe(store);
  await afterAWhile();
  expect(store.database.closed).toBe(false);
  expect(replication).toEqual({ started: 1, stopped: 0 });
  second.release();
  await vi.waitUntil(() => store.database.closed);
  expect(replication).toEqual({ started: 1, stopped: 1 });
});

test('when another member signs in, the previous store is closed, even if it is still opening', async () => {
  const anas = acquireStore('ana', nobody);
  signedIn('ben');
  const bens = acquireStore('ben', nobody);
  await expect(anas.store).rejects.toThrow('closed while it opened');
  const store = await bens.store;
  expect(replication).toEqual({ started: 1, stopped: 1 });
  anas.release();
  bens.release();
  await vi.waitUntil(() => store.database.closed);
  // If it had stayed open, it would block its own reopening.
  signedIn('ana');
  const again = acquireStore('ana', nobody);
  const opened = await again.store;
  again.release();
  await vi.waitUntil(() => opened.database.closed);
});

test('onOutdated is called for a store that a newer version of the app has upgraded, and not for one that is merely closed', async () => {
  const onOutdated = vi.fn();
  const user = acquireStore('ana', { ...nobody, onOutdated: onOutdated });
  const store = await user.store;
  const newer = indexedDB.open(storeName('ana'), 1000);
  await new Promise((resolve) => {
    newer.onsuccess = resolve;
  });
  expect(onOutdated).toHaveBeenCalledTimes(1);
  // Its worker could only fail, and would keep the worker of the newer version from leading.
  expect(replication).toEqual({ started: 1, stopped: 1 });
  expect(store.database.closed).toBe(false);
  user.release();
  await vi.waitUntil(() => store.database.closed);
  newer.result.close();
  expect(onOutdated).toHaveBeenCalledTimes(1);
});

test('a store is not opened if its member signed out before the page could hear of it', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  const { store, release } = acquireStore('ana', nobody);
  await expect(store).rejects.toThrow('signed out');
  expect(replication).toEqual({ started: 0, stopped: 1 });
  release();
});

test.each([
  ['of this version', syncChannelName],
  ['of a version before', olderChannelName],
])('a sign-out in a window %s closes the store', async (_, channelName) => {
  const { store, release } = acquireStore('ana', nobody);
  const { database } = await store;
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  const channel = new BroadcastChannel(channelName('ana'));
  channel.postMessage({ type: 'close' });
  await vi.waitUntil(() => database.closed);
  channel.close();
  expect(replication.stopped).toBeGreaterThan(0);
  release();
});
