import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLocalStorage } from '../../tests/support/local-storage.ts';
import { until } from '../../tests/support/until.ts';
import { syncChannelName } from '../../workers/device/sync-status.ts';
import { acquireStore, type StoreUser } from './acquire-store.ts';
import { storeName } from './rescue/bare-database.ts';

const replication = vi.hoisted(() => ({ started: 0, stopped: 0 }));
vi.mock('./store/prepare-replication.ts', () => ({
  prepareReplication: () => ({
    start: () => {
      replication.started += 1;
    },
    stop: () => {
      replication.stopped += 1;
    },
  }),
}));

const nobody: StoreUser = { onReopened: () => undefined, onOutdated: () => undefined };
/** This browser says that this member is signed in. */
const signedIn = (id: string) =>
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ user: { id, email: `${id}@kith.test`, name: id } }) });
/** Longer than an unused store waits for another user. */
const afterAWhile = () => new Promise((resolve) => setTimeout(resolve, 400));

beforeEach(() => {
  Object.assign(replication, { started: 0, stopped: 0 });
  const page = new EventTarget();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: { dataset: {} } }));
  vi.stubGlobal('requestAnimationFrame', (drawn: () => void) => setTimeout(drawn));
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
  await until(() => store.database.closed);
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
  await until(() => store.database.closed);
  // If it had stayed open, it would block its own reopening.
  signedIn('ana');
  const again = acquireStore('ana', nobody);
  const opened = await again.store;
  again.release();
  await until(() => opened.database.closed);
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
  await until(() => store.database.closed);
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

test('a sign-out in another window closes the store', async () => {
  const { store, release } = acquireStore('ana', nobody);
  const { database } = await store;
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  const channel = new BroadcastChannel(syncChannelName('ana'));
  channel.postMessage({ type: 'close' });
  await until(() => database.closed);
  channel.close();
  expect(replication.stopped).toBeGreaterThan(0);
  release();
});

test('a sign-out in another window erases a store that opens only later and that nothing here uses any more', async () => {
  const storage = createLocalStorage();
  vi.stubGlobal('localStorage', storage);
  storage['kith-session'] = JSON.stringify({ user: { id: 'ana', email: 'ana@kith.test', name: 'ana' } });
  const api = indexedDB;
  const open = api.open.bind(api);
  const stores = async () => (await api.databases()).filter(({ name }) => name === storeName('ana'));
  let letOpen = () => {};
  const asked = new Promise<void>((resolve) => {
    vi.spyOn(api, 'open').mockImplementation((...wanted) => {
      const late = {} as Record<string, unknown> & IDBOpenDBRequest;
      letOpen = () => {
        const request = open(...wanted);
        for (const type of ['error', 'blocked', 'upgradeneeded', 'success'] as const) {
          request.addEventListener(type, (event) => {
            Object.assign(late, { result: request.result, transaction: request.transaction });
            (late[`on${type}`] as ((event: Event) => void) | undefined)?.(event);
          });
        }
      };
      resolve();
      return late;
    });
  });
  const { store, release } = acquireStore('ana', nobody);
  const opened = expect(store).rejects.toThrow('closed while it opened');
  await asked;
  delete storage['kith-session'];
  release();
  await afterAWhile();
  const channel = new BroadcastChannel(syncChannelName('ana'));
  channel.postMessage({ type: 'close' });
  // The other window finds nothing to delete yet.
  await afterAWhile();
  expect(await stores()).toEqual([]);
  vi.mocked(api.open).mockRestore();
  letOpen();
  await opened;
  await until(async () => (await stores()).length === 0);
  channel.close();
});
