import { listen } from '../../../schemas/base/listen.ts';
import { createTopic } from '../../../schemas/base/topic.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { followLocal } from '../../../workers/device/local-documents.ts';
import type { LocalDatabase } from '../../../workers/device/open-local-database.ts';
import type { Outbox } from '../../../workers/device/outbox.ts';
import { OUTBOX_ID } from '../../../workers/device/outbox-id.ts';
import { FAILED_PHOTOS_ID, type FailedPhoto, type FailedPhotos } from '../../../workers/device/pending/failed-photos.ts';
import {
  noProgress,
  SYNC_PROGRESS_ID,
  type SyncMessage,
  type SyncProgress,
  type SyncStatus,
  syncChannelName,
  unknownStatus,
} from '../../../workers/device/sync-status.ts';
import { firstRowsOf } from '../../first/first-rows.ts';
import { asSeenHere } from './seen-here.ts';
import { tabId } from './tab-id.ts';

/** The state of the connection and the progress of sync. A snapshot keeps its identity until something changes. */
export interface ConnectionSnapshot {
  readonly status: SyncStatus;
  readonly progress: SyncProgress;
  readonly refused: Outbox['entries'];
  /** the photos that the server refused */
  readonly failedPhotos: readonly FailedPhoto[];
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
  /** Whether somebody looks at the app in another tab, as far as that tab has said. */
  isLookedAtElsewhere(): boolean;
  close(): void;
}

export function createConnectionSource(userId: string, database: LocalDatabase): ConnectionSource {
  const channel = new BroadcastChannel(syncChannelName(userId));
  const changed = createTopic();
  // What the first rows say of the progress holds until the store says it.
  const progress = firstRowsOf(userId)?.progress ?? noProgress;
  let snapshot: ConnectionSnapshot = { status: unknownStatus, progress, refused: [], failedPhotos: [], leads: false };
  const otherVisibleTabs = new Set<string>();
  const update = (change: Partial<ConnectionSnapshot>) => {
    snapshot = { ...snapshot, ...change };
    changed.announce();
  };
  const send = (message: SyncMessage) => channel.postMessage(message);

  const sendVisibility = (is = document.visibilityState === 'visible') => send({ type: 'looked-at', tab: tabId, is });

  channel.addEventListener('message', (event: MessageEvent<SyncMessage>) => {
    const { data } = event;
    if (data.type === 'ask') sendVisibility();
    if (data.type === 'status') update({ status: asSeenHere(data.status), leads: data.tab === tabId });
    if (data.type === 'looked-at') otherVisibleTabs[data.is ? 'add' : 'delete'](data.tab);
  });
  const endings = [
    followLocal<SyncProgress>(database, SYNC_PROGRESS_ID, (stored) => update({ progress: stored ?? noProgress })),
    followLocal<Outbox>(database, OUTBOX_ID, (stored) => update({ refused: stored?.entries ?? [] })),
    followLocal<FailedPhotos>(database, FAILED_PHOTOS_ID, (stored) => update({ failedPhotos: stored?.photos ?? [] })),
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
  const stop = listen([globalThis, 'online', wake], [globalThis, 'offline', onOffline], [document, 'visibilitychange', onVisibility]);
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
    isLookedAtElsewhere: () => otherVisibleTabs.size > 0,
    close() {
      for (const end of endings) end();
      stop();
      sendVisibility(false);
      channel.close();
      changed.close();
    },
  };
}
