/** On a page where somebody signs in, the worker has the store to itself until the first page is shown. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLocalStorage } from '../../tests/support/local-storage.ts';
import { type SyncMessage, syncChannelName } from '../../workers/device/sync-status.ts';
import { acquireStore, prepareStore, type StoreUser } from './acquire-store.ts';
import { storeName } from './rescue/bare-database.ts';
import { owedErasures } from './session/owed-erasure.ts';
import { signIn } from './session/session.ts';

const workers = vi.hoisted(() => ({ prepared: 0, stopped: 0, started: [] as unknown[] }));
vi.mock('./store/prepare-replication.ts', () => ({
  prepareReplication: () => {
    workers.prepared += 1;
    return {
      start: (...how: unknown[]) => workers.started.push(how),
      stop: async () => {
        workers.stopped += 1;
      },
    };
  },
}));

const nobody: StoreUser = { onReopened: () => undefined, onOutdated: () => undefined };
const user = { id: 'ana', email: 'ana@kith.test', name: 'Ana' };
const stores = async () => (await indexedDB.databases()).filter(({ name }) => name === storeName('ana'));
/** A sign-out in another window, as this one learns of it. */
function signOutElsewhere(): void {
  localStorage.removeItem('kith-session');
  say({ type: 'close' });
}
let channel: BroadcastChannel;
const say = (message: SyncMessage) => channel.postMessage(message);

beforeEach(() => {
  Object.assign(workers, { prepared: 0, stopped: 0, started: [] });
  const page = new EventTarget();
  vi.stubGlobal('localStorage', createLocalStorage());
  const documentElement = { dataset: {} };
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', hidden: false, documentElement }));
  vi.stubGlobal('requestAnimationFrame', (drawn: () => void) => setTimeout(drawn));
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: { access_token: 'a token', expires_at: 1, user } }));
  channel = new BroadcastChannel(syncChannelName('ana'));
});
afterEach(() => {
  channel.close();
  vi.unstubAllGlobals();
});

test('the worker is there before the sign-in, and the page opens the store after the first page', async () => {
  const show = vi.fn();
  prepareStore(show);
  prepareStore(show);
  expect(workers).toEqual({ prepared: 1, stopped: 0, started: [] });
  expect(await signIn({ email: user.email, password: 'a password' })).toMatchObject({ ok: true });
  await vi.waitUntil(() => workers.started.length > 0);
  expect(workers).toEqual({ prepared: 1, stopped: 0, started: [['ana', { firstPage: true }]] });
  const { store, release } = acquireStore('ana', nobody);
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  expect(await stores()).toEqual([]);
  say({ type: 'first-page', isThere: true });
  const { database } = await store;
  expect(show).toHaveBeenCalledTimes(1);
  expect(workers.prepared).toBe(1);
  release();
  await vi.waitUntil(() => database.closed);
});

test('a sign-out while the first page is on its way leaves no store', async () => {
  const show = vi.fn();
  prepareStore(show);
  await signIn({ email: user.email, password: 'a password' });
  await vi.waitUntil(() => workers.started.length > 0);
  const { store, release } = acquireStore('ana', nobody);
  const opened = expect(store).rejects.toThrow('closed before it opened');
  signOutElsewhere();
  await opened;
  await vi.waitUntil(() => workers.stopped > 0);
  say({ type: 'first-page', isThere: true });
  // What the worker may have made is erased.
  await vi.waitUntil(() => owedErasures().length > 0);
  await vi.waitUntil(() => owedErasures().length === 0, { timeout: 60_000 });
  expect(show).not.toHaveBeenCalled();
  expect(await stores()).toEqual([]);
  release();
});

test('a page that nobody sees leaves the first page to the page that signs in', async () => {
  Object.assign(document, { hidden: true });
  prepareStore(vi.fn());
  await signIn({ email: user.email, password: 'a password' });
  await new Promise(setImmediate);
  expect(workers.started).toEqual([]);
  const { store, release } = acquireStore('ana', nobody);
  const { database } = await store;
  expect(workers).toEqual({ prepared: 1, stopped: 0, started: [['ana']] });
  release();
  await vi.waitUntil(() => database.closed);
});
