import { pause } from '../../schemas/base/pause.ts';
import { browserStorage, createReopening, onStorageLost } from '../device/browser-storage.ts';
import { type LocalDatabase, openLocalDatabase } from '../device/open-local-database.ts';
import type { PendingRow } from '../device/pending/pending-rows.ts';
import { createServerClock } from '../device/server-clock.ts';
import type { DeviceRealm } from '../device/session/device-realm.ts';
import { createTokens } from '../device/session/session.ts';
import { leaderLockName, type SyncMessage, type SyncStatus, syncChannelName, unknownStatus } from '../device/sync-status.ts';
import type { Lead } from '../device/write-rows.ts';
import { clearTraces } from './clear-traces.ts';
import { bringFirstPage } from './down/first-page.ts';
import { createImageServer } from './images/image-server.ts';
import { type KeptImages, keepImages } from './images/keep-images.ts';
import { type Replicator, startReplicator } from './replicator.ts';
import { createSyncServer } from './server.ts';
import { type Patience, seekLeadership } from './state/leadership.ts';

/** A leader whose store is still opening reports that nothing is known, which looks as if nothing were pending. */
const isKnown = ({ kind, pending, takesWrites }: SyncStatus): boolean => kind !== 'connecting' || pending > 0 || takesWrites;

/** Replication in one realm, from its start until it is closed. */
export interface Replication {
  /** Asks the leader for its status. A leader that does not answer loses the lead. */
  ask(): void;
  /** The same, and the leader tries everything again at once. */
  wake(): void;
  /** Whether a photo that was chosen here still has to be sent. False in a realm that does not lead. */
  hasWaitingImages(): Promise<boolean>;
  /** Settles when everything is closed, because the realm or a sign-out in any tab requested it. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * Replicates the database of a member in this realm, for as long as it leads. Of all realms of the browser only one leads: the worker of a
 * tab, a page in which no worker can start, or the service worker while no page is alive.
 */
export function replicate(options: {
  /** the one that this runs in by default */
  readonly realm?: DeviceRealm;
  readonly userId: string;
  /** the page that runs this, or null in the service worker */
  readonly tab: string | null;
  /** whether a device without a store gets the first page before the store is opened */
  readonly firstPage?: boolean;
  /** Opens the local database; the default opens or creates it. */
  readonly openDatabase?: () => Promise<LocalDatabase>;
  /** called with the state of the leader, in this realm or another, once its store is open */
  readonly onStatus?: (status: SyncStatus) => void;
  /** how long a leader may be silent */
  readonly patience?: Patience;
  /** what runs beside the replication of rows; a test whose device has a part of the collections hands in its own */
  readonly beside?: { readonly keepImages: typeof keepImages; readonly clearTraces: typeof clearTraces };
}): Replication {
  const { userId, tab, realm = globalThis, beside = { keepImages, clearTraces } } = options;
  const openDatabase = options.openDatabase ?? (() => openLocalDatabase({ userId, storage: browserStorage(), multiInstance: true }));
  const channel = new realm.BroadcastChannel(syncChannelName(userId));
  /** tabs that are being looked at, as far as they have reported it */
  const visibleTabs = new Set(tab === null ? [] : [tab]);
  const tokens = createTokens({ realm, userId, inSight: () => visibleTabs.size > 0 });
  const clock = createServerClock(realm);
  const server = createSyncServer({ realm, tokens, clock });
  const imageServer = createImageServer({ realm, tokens });
  let status: SyncStatus | null = null;
  /** what runs while this worker leads and its store is open */
  let current: { readonly replicator: Replicator; readonly images: KeptImages } | null = null;
  /** the pending rows when the browser took the storage away */
  let rescued: readonly PendingRow[] | null = null;
  let mayBringFirstPage = options.firstPage ?? false;
  const reopenAfter = createReopening(realm);

  const send = (message: SyncMessage) => channel.postMessage(message);
  const ask = (type: 'ask' | 'wake') => {
    send({ type });
    leadership.leaderAsked();
  };
  const reportStatus = (next: SyncStatus) => {
    status = next;
    send({ type: 'status', status, tab });
    if (current) options.onStatus?.(status);
  };

  async function lead(signal: AbortSignal, own: Lead): Promise<void> {
    reportStatus(unknownStatus);
    if (mayBringFirstPage) {
      mayBringFirstPage = false;
      send({ type: 'first-page', isThere: await bringFirstPage({ realm, userId, server, clock, signal }) });
    }
    while (!signal.aborted) {
      try {
        await replicateUntilItFails(signal, own);
      } catch (error) {
        // The browser may end its storage while we use it. Starting again from the beginning helps.
        console.warn('Replication failed; starting it again', error);
        await pause(reopenAfter(), realm);
      }
    }
    status = null;
    // A frozen tab that goes on reports its old state before it learns that another leads. The new leader reports its own again.
    if (closing === null) send({ type: 'ask' });
  }

  async function replicateUntilItFails(signal: AbortSignal, own: Lead): Promise<void> {
    let lost = false;
    let failed = (_error: unknown) => {};
    const forget = onStorageLost(() => {
      lost = true;
      failed(new Error('the browser took the storage away'));
    });
    // Parts of the storage may be taken away while others are still being opened.
    const database = await openDatabase().catch((error: unknown) => {
      forget();
      if (lost) rescued ??= [];
      throw error;
    });
    try {
      const ended = new Promise<void>((resolve, reject) => {
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
        database.onClose.push(() => reject(new Error('the database was closed')));
      });
      ended.catch(() => undefined);
      const broken = new Promise<never>((_, reject) => {
        failed = reject;
      });
      broken.catch(() => undefined);
      if (lost) throw new Error('the browser took the storage away');
      const replicator = await startReplicator({
        ...{ realm, database, lead: own, server, clock, rescued },
        onStatus: reportStatus,
        onImages: (ids) => current?.images.arrived(ids),
        onRowsMoved: () => current?.images.rowsMoved(),
        onBroken: (error) => failed(error),
      });
      rescued = null;
      const images = beside.keepImages({
        ...{ realm, userId, database, server: imageServer, now: clock.now },
        rowsWait: replicator.rowsWait,
        hasAllRows: replicator.hasAllRows,
        afterRestore: replicator.afterRestore,
        onNoDiskSpace: replicator.outOfDiskSpace,
      });
      const traces = beside.clearTraces({ realm, database, dropRemains: replicator.dropRemains });
      current = { replicator, images };
      replicator.lookedAt(visibleTabs.size > 0);
      options.onStatus?.(replicator.status);
      try {
        await Promise.race([ended, broken]);
      } finally {
        if (lost) rescued = replicator.pendingRows();
        current = null;
        await Promise.all([images.close(), traces.close()]);
        await replicator.close();
      }
    } finally {
      forget();
      if (lost) rescued ??= [];
      if (!database.closed) await database.close();
    }
  }

  const leadership = seekLeadership(leaderLockName(userId), lead, { patience: options.patience, realm });
  const stopRetrying = tokens.onToken(() => {
    current?.replicator.retry();
    current?.images.wake();
  });

  let closing: Promise<void> | null = null;
  async function end(): Promise<void> {
    stopRetrying();
    const led = status !== null;
    await leadership.close();
    if (led) send({ type: 'closed' });
    tokens.close();
    channel.close();
    settleEnded();
  }
  let settleEnded = () => {};
  const ended = new Promise<void>((resolve) => {
    settleEnded = resolve;
  });
  /** Closes it once. The page may request this, or a sign-out in any tab. */
  const close = () => {
    closing ??= end();
    return closing;
  };

  channel.addEventListener('message', (event: MessageEvent<SyncMessage>) => {
    const message = event.data;
    if (message.type === 'status') {
      leadership.leaderAnswered();
      if (isKnown(message.status)) options.onStatus?.(message.status);
    }
    if (message.type === 'looked-at') {
      if (message.is) visibleTabs.add(message.tab);
      else visibleTabs.delete(message.tab);
      current?.replicator.lookedAt(visibleTabs.size > 0);
    }
    // Wake first, so that no page receives the old status.
    if (message.type === 'wake') {
      current?.replicator.wake();
      current?.images.wake();
    }
    if (message.type === 'ask' || message.type === 'wake') {
      leadership.leaderAsked();
      if (status) send({ type: 'status', status, tab });
    }
    if (message.type === 'ask') current?.replicator.tabOpened();
    if (message.type === 'offline') current?.replicator.doubt();
    if (message.type === 'full') current?.replicator.outOfDiskSpace();
    if (message.type === 'discard')
      current?.replicator.takeBack(message).catch((error) => console.warn('Could not discard a write', error));
    if (message.type === 'close') close().catch((error) => console.error('Replication failed while it ended', error));
  });
  // The page may have asked before this worker listened. A leader that never answers must not keep the lead from a new tab.
  ask('ask');
  return {
    ask: () => ask('ask'),
    wake: () => ask('wake'),
    hasWaitingImages: async () => (await current?.images.hasWaiting()) ?? false,
    ended,
    close,
  };
}
