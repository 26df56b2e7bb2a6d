/** Two tabs of one browser, of which the leading one freezes and goes on later. */
import { randomUUID } from 'node:crypto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLocalDatabase } from '../../workers/device/open-local-database.ts';
import { createStorage } from '../../workers/device/store/storage.ts';
import { type SyncMessage, type SyncStatus, syncChannelName } from '../../workers/device/sync-status.ts';
import { replicate } from '../../workers/replication/replicate.ts';
import { acceptingServer } from '../support/accepting-server.ts';
import { createBrowserLocks } from '../support/locks.ts';
import { realmWith } from '../support/realm-with.ts';
import { createChannels, type OpenChannels } from './simulated/channels.ts';

const SOON = { timeout: 10_000 };
const userId = randomUUID();
const channels: OpenChannels = new Map();
const storage = createStorage({ indexedDB: new IDBFactory(), IDBKeyRange });
const locksOf = createBrowserLocks(queueMicrotask);

/** A tab that learns of nothing from outside while it is frozen, and then of everything in the order in which it came. */
function openTab(tab: string) {
  const server = acceptingServer(userId);
  const due: (() => void)[] = [];
  let isFrozen = false;
  let isOnline = true;
  let status: SyncStatus | undefined;
  const pass = (work: () => void) => {
    if (isFrozen) due.push(work);
    else work();
  };
  const replication = replicate({
    ...{ userId, tab, patience: { ms: 200, spreadMs: 0 } },
    realm: realmWith({
      fetch: async (...request) => {
        if (!isOnline) throw new TypeError('no network');
        return server(...request);
      },
      BroadcastChannel: createChannels(queueMicrotask, channels, pass) as never,
      navigator: { locks: locksOf(pass).locks },
    }),
    openDatabase: () => openLocalDatabase({ userId, storage, multiInstance: false, collections: ['settings'], name: tab }),
    beside: {
      keepImages: () => ({ wake() {}, rowsMoved() {}, arrived() {}, hasWaiting: async () => false, close: async () => {} }),
      clearTraces: () => ({ close: async () => {} }),
    },
    onStatus: (next) => {
      status = next;
    },
  });
  onTestFinished(() => replication.close());
  return {
    replication,
    status: () => status,
    loseNetwork() {
      isOnline = false;
    },
    freeze() {
      isFrozen = true;
    },
    thaw() {
      isFrozen = false;
      for (const work of due.splice(0)) work();
    },
  };
}

test('once a frozen leader goes on and learns that another leads, pages show the status of the other', { timeout: 60_000 }, async () => {
  const shown: { readonly tab: string | null; readonly kind: string }[] = [];
  const page = new (createChannels(queueMicrotask, channels))(syncChannelName(userId));
  page.addEventListener('message', ({ data }) => {
    const message = data as SyncMessage;
    if (message.type === 'status') shown.push({ tab: message.tab, kind: message.status.kind });
  });

  const frozen = openTab('frozen');
  await vi.waitFor(() => expect(frozen.status()?.kind).toBe('live'), SOON);
  frozen.loseNetwork();
  page.postMessage({ type: 'offline' });
  await vi.waitFor(() => expect(frozen.status()?.kind).not.toBe('live'), SOON);
  frozen.freeze();

  openTab('next');
  await vi.waitFor(() => expect(shown.at(-1)).toEqual({ tab: 'next', kind: 'live' }), SOON);
  const before = shown.length;
  frozen.thaw();
  await vi.waitFor(() => expect(shown.slice(before)).toContainEqual({ tab: 'frozen', kind: expect.not.stringMatching('live') }), SOON);
  await vi.waitFor(() => expect(shown.at(-1)).toEqual({ tab: 'next', kind: 'live' }), SOON);
});
