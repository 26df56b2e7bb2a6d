import { createTopic } from '../../schemas/base/topic.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { LocalDatabase } from '../../workers/device/open-database.ts';
import { OUTBOX_ID, type Outbox } from '../../workers/device/outbox.ts';
import {
  noProgress,
  SYNC_PROGRESS_ID,
  type SyncMessage,
  type SyncProgress,
  type SyncStatus,
  syncChannelName,
  unknownStatus,
} from '../../workers/device/sync-status.ts';
import { tabId } from './tab-id.ts';

/** The state of the connection and the progress of sync. A snapshot keeps its identity until something changes. */
export interface ConnectionSnapshot {
  readonly status: SyncStatus;
  readonly progress: SyncProgress;
  readonly refused: Outbox['entries'];
  /** whether this page's worker is the one that replicates */
  readonly leads: boolean;
}

/** Follows the replication worker and the local documents that it writes, for one open store. */
export interface ConnectionSource {
  snapshot(): ConnectionSnapshot;
  subscribe(listener: () => void): () => void;
  /** Asks the worker to fetch changes. Until it answers, the connection counts as `connecting`, unless it was offline. */
  wake(): void;
  /** Takes back a write before it is sent. A write that has been sent by then stays. */
  discard(write: { readonly collection: CollectionName; readonly id: string; readonly writeId: string }): void;
  /** A write of this page failed because the disk is full: shows that, and lets the worker find out when there is disk space again. */
  outOfDiskSpace(): void;
  close(): void;
}

/** Where the browser knows of no network, connecting is in vain. */
const asSeenHere = (status: SyncStatus): SyncStatus =>
  status.kind === 'connecting' && !navigator.onLine ? { ...status, kind: 'offline' } : status;

export function createConnectionSource(userId: string, database: LocalDatabase): ConnectionSource {
  const channel = new BroadcastChannel(syncChannelName(userId));
  const changed = createTopic();
  let snapshot: ConnectionSnapshot = { status: unknownStatus, progress: noProgress, refused: [], leads: false };
  const update = (change: Partial<ConnectionSnapshot>) => {
    snapshot = { ...snapshot, ...change };
    changed.announce();
  };
  const send = (message: SyncMessage) => channel.postMessage(message);

  const sendVisibility = (is = document.visibilityState === 'visible') => send({ type: 'looked-at', tab: tabId, is });

  channel.addEventListener('message', (event: MessageEvent<SyncMessage>) => {
    if (event.data.type === 'ask') sendVisibility();
    if (event.data.type === 'status') update({ status: asSeenHere(event.data.status), leads: event.data.tab === tabId });
  });
  const subscriptions = [
    database.getLocal$<SyncProgress>(SYNC_PROGRESS_ID).subscribe((document) => {
      update({ progress: document ? (document.toJSON().data as SyncProgress) : noProgress });
    }),
    database.getLocal$<Outbox>(OUTBOX_ID).subscribe((document) => {
      update({ refused: document ? (document.toJSON().data as Outbox).entries : [] });
    }),
  ];
  const wake = () => {
    // The last known state may be old, and the worker may take long to answer: the page must not show that state as current.
    if (snapshot.status.kind !== 'offline') update({ status: { ...snapshot.status, kind: 'connecting' } });
    send({ type: 'wake' });
  };
  const onVisibility = () => {
    sendVisibility();
    if (document.visibilityState === 'visible') wake();
  };
  const onOffline = () => {
    update({ status: { ...snapshot.status, kind: 'offline' } });
    send({ type: 'offline' });
  };
  addEventListener('online', wake);
  addEventListener('offline', onOffline);
  document.addEventListener('visibilitychange', onVisibility);
  send({ type: 'ask' });
  sendVisibility();
  if (!navigator.onLine) onOffline();

  return {
    snapshot: () => snapshot,
    subscribe: changed.subscribe,
    wake,
    discard: (write) => send({ type: 'discard', ...write }),
    outOfDiskSpace() {
      update({ status: { ...snapshot.status, storageFull: true } });
      send({ type: 'full' });
    },
    close() {
      for (const subscription of subscriptions) subscription.unsubscribe();
      removeEventListener('online', wake);
      removeEventListener('offline', onOffline);
      document.removeEventListener('visibilitychange', onVisibility);
      sendVisibility(false);
      channel.close();
      changed.close();
    },
  };
}
