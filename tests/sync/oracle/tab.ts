/**
 * A tab of a device with the real replication worker: what its page and its worker share, and a realm that can fall silent. The worker leads,
 * or waits for the lead, as `main.ts` of the workers does it. RxDB's free storage allows few collections, so both have the same open database.
 */
import { IDBKeyRange } from 'fake-indexeddb';
import type { LocalStore } from '../../../src/data/store/local-store.tsx';
import { followLocal } from '../../../workers/device/local-documents.ts';
import { type LocalCollections, type LocalDatabase, openLocalDatabase } from '../../../workers/device/open-local-database.ts';
import { type PendingRows, trackPending } from '../../../workers/device/pending/track-pending.ts';
import { createServerClock, SERVER_TIME_ID, type ServerClock, type ServerTime } from '../../../workers/device/server-clock.ts';
import type { DeviceRealm } from '../../../workers/device/session/device-realm.ts';
import { createStorage } from '../../../workers/device/store/storage.ts';
import { type SyncMessage, type SyncStatus, syncChannelName, unknownStatus } from '../../../workers/device/sync-status.ts';
import { replicate } from '../../../workers/replication/replicate.ts';
import type { createBrowserLocks } from '../../support/locks.ts';
import { abandon } from '../../support/power-cuts.ts';
import type { OpenChannels } from '../simulated/channels.ts';
import type { Access } from './access.ts';
import type { Collection } from './holdings.ts';
import type { Network } from './network.ts';
import { tabRealm } from './tab-realm.ts';
import { keepWorkerImages } from './worker-images.ts';

export type Storage = ReturnType<typeof createStorage>;

/** What the tabs of one browser share. */
export interface Browser {
  readonly name: string;
  readonly member: string;
  readonly access: Access;
  readonly network: Network;
  readonly collections: readonly Collection[];
  readonly realm: DeviceRealm;
  readonly channels: OpenChannels;
  readonly locksOf: ReturnType<typeof createBrowserLocks>;
  readonly openDisk: () => { readonly indexedDB: IDBFactory; kill(): void };
  readonly interrupted: (storage: Storage) => Storage;
  /** called when a page hears which tab leads */
  readonly heardLeader: (tab: string | null) => void;
}

export interface Tab {
  readonly id: string;
  readonly database: LocalDatabase;
  readonly store: LocalStore;
  readonly clock: ServerClock;
  /** the pending rows, as far as the tab knows of them */
  readonly pending: PendingRows;
  /** the status of the leader, as the page has it */
  readonly status: SyncStatus;
  /** the tab that leads, as far as this one has heard */
  readonly leader: string | null;
  readonly isSilent: boolean;
  /** Asks the leader for news, as a page does that is looked at again. */
  wake(): void;
  /** Stops everything in the tab until it goes on. */
  hang(): void;
  /** The same, once rows have come, which it then has in hand, if `may` still permits it. */
  hangWithRows(may: () => boolean): void;
  goOn(): void;
  /** Ends the tab in an order that lets nothing be lost. */
  close(): Promise<void>;
  /** Ends the tab without a word. */
  kill(): Promise<void>;
}

/** The database as the worker has it, whose closing leaves that of the page open. */
const shared = (database: LocalDatabase): LocalDatabase => {
  let closed = false;
  return new Proxy(database, {
    get(real, name) {
      if (name === 'closed') return closed || real.closed;
      const value: unknown = Reflect.get(real, name, real);
      // RxDB finds the local documents of a database by the object itself.
      if (name !== 'close') return typeof value === 'function' ? value.bind(real) : value;
      return async () => {
        closed = true;
        return true;
      };
    },
  });
};

/** Clears traces in the IndexedDB of the process, which a simulated device has not. */
const clearsNothing = () => ({ close: async () => undefined });

export async function openTab(browser: Browser, id: string): Promise<Tab> {
  const { member, network, collections } = browser;
  const { realm, pass, wait, ...silence } = tabRealm(browser);
  const disk = browser.openDisk();
  // RxDB tells the storages of one realm apart by their names.
  const storage = {
    ...browser.interrupted(createStorage({ indexedDB: disk.indexedDB, IDBKeyRange, BroadcastChannel: realm.BroadcastChannel })),
    name: `${browser.name} ${id}`,
  };
  const opening = openLocalDatabase({ userId: member, storage, multiInstance: true, collections, name: browser.name });
  const database = await opening.catch((error: unknown) => {
    silence.leave();
    disk.kill();
    throw error;
  });
  const pending = await trackPending(database, () => undefined);
  const clock = createServerClock(realm);
  const stopFollowing = followLocal<ServerTime>(database, SERVER_TIME_ID, (held) => held && clock.take(held));

  let status = unknownStatus;
  let leader: string | null = null;
  const channel = new realm.BroadcastChannel(syncChannelName(member));
  const send = (message: SyncMessage) => channel.postMessage(message);
  const isLookedAt = () => send({ type: 'looked-at', tab: id, is: true });
  channel.addEventListener('message', ({ data }: MessageEvent<SyncMessage>) => {
    if (data.type === 'ask') isLookedAt();
    if (data.type !== 'status') return;
    status = data.status;
    leader = data.tab;
    browser.heardLeader(leader);
  });
  isLookedAt();

  const readPhoto = (image: string, key: string) => wait(network.readPhoto(image, key));
  const replication = replicate({
    ...{ realm, userId: member, tab: id, openDatabase: async () => shared(database) },
    beside: {
      keepImages: ({ server: _, ...given }) => keepWorkerImages({ ...given, realm, readPhoto, collections }),
      clearTraces: clearsNothing,
    },
  });

  const store = {
    ...{ userId: member, realm, database, clock, collections: database.collections as unknown as LocalCollections },
    connection: {
      outOfDiskSpace() {
        status = { ...status, storageFull: true };
        send({ type: 'full' });
      },
    },
  } as unknown as LocalStore;

  return {
    ...{ id, database, store, clock, pending },
    get status() {
      return status;
    },
    get leader() {
      return leader;
    },
    get isSilent() {
      return silence.isSilent();
    },
    wake() {
      if (status.kind !== 'offline') status = { ...status, kind: 'connecting' };
      send({ type: 'wake' });
    },
    hang: silence.hang,
    hangWithRows: silence.hangWithRows,
    goOn: silence.goOn,
    async close() {
      await replication.close();
      stopFollowing();
      pending.close();
      channel.close();
      silence.leave();
      await database.close();
    },
    async kill() {
      silence.die();
      disk.kill();
      replication.close().catch(() => undefined);
      stopFollowing();
      pending.close();
      await abandon(database);
    },
  };
}
