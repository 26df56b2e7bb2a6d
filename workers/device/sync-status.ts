import type { CollectionName } from '../../schemas/protocol/collections.ts';

/**
 * What the replication worker reports to the pages of one member, and how they reach it: messages on one BroadcastChannel, and one local
 * document that stays after them.
 */
export const syncChannelName = (userId: string): string => `kith-replication-${userId}`;
/** The lock of the leading worker. */
export const leaderLockName = (userId: string): string => `kith-leader-${userId}`;
/** The tag of Background Sync: the service worker is started when there is a network, and sends what is pending. */
export const SEND_PENDING = 'kith-pending';

export type ConnectionKind = 'offline' | 'connecting' | 'syncing' | 'live';

/** The connection as the leading worker sees it. */
export interface SyncStatus {
  readonly kind: ConnectionKind;
  /** writes of this device that are pending */
  readonly pending: number;
  /** those of them that are sent as soon as there is a connection and that say more than that something was read */
  readonly unsent: number;
  /** failed attempts in a row; 0 once a request was answered */
  readonly failures: number;
  /** the server no longer understands this version of the app */
  readonly updateRequired: boolean;
  /** the session has expired or was ended elsewhere; stored and pending rows stay */
  readonly expired: boolean;
  /** this device has no disk space left: nothing more can be written to it for now */
  readonly storageFull: boolean;
  /** the server has no disk space left: pending writes stay here until it has */
  readonly serverFull: boolean;
  /** the pending writes that the server has put off, because too many came in a short time; other writes pass them, unless it is `all` */
  readonly later: readonly string[] | 'all';
  /** the server is certainly the one that this device knows, and takes writes: what is pending may be sent */
  readonly takesWrites: boolean;
  /** requests are answered, but no stream can be opened: the worker polls for changes from time to time */
  readonly streamDenied: boolean;
}

/** The status while nothing is known. */
export const unknownStatus: SyncStatus = {
  kind: 'connecting',
  pending: 0,
  unsent: 0,
  failures: 0,
  updateRequired: false,
  expired: false,
  storageFull: false,
  serverFull: false,
  later: [],
  takesWrites: false,
  streamDenied: false,
};

export type SyncMessage =
  /** from the leading worker, which the page `tab` started; null for the service worker */
  | { readonly type: 'status'; readonly status: SyncStatus; readonly tab: string | null }
  /** from the leading worker, before it opens the store: whether the first page is in it, for pages that wait with their own opening */
  | { readonly type: 'first-page'; readonly isThere: boolean }
  /** a page requests the status, or a worker begins to listen */
  | { readonly type: 'ask' }
  /** a page requests new data: it came online, became visible, or the member pressed Retry or the open tab */
  | { readonly type: 'wake' }
  /** whether the page `tab` is being looked at: sent at every change, and in answer to `ask` */
  | { readonly type: 'looked-at'; readonly tab: string; readonly is: boolean }
  /** the browser of a page reports that there is no network */
  | { readonly type: 'offline' }
  /** a page could not write for lack of disk space */
  | { readonly type: 'full' }
  /** a page discards a pending write */
  | { readonly type: 'discard'; readonly collection: CollectionName; readonly id: string; readonly writeId: string }
  /** all realms must close the database, because it is about to be removed */
  | { readonly type: 'close' }
  | { readonly type: 'closed' };

/** What a page sends to the worker that it starts (or to itself, if no worker can start). */
export interface StartReplication {
  readonly kith: 'start';
  readonly userId: string;
  /** identifies the page among all open ones */
  readonly tab: string;
  /** its member has just signed in: a device without a store gets the first page before all else, and the page waits for that */
  readonly firstPage: boolean;
}
export interface StopReplication {
  readonly kith: 'stop';
}
/** What the page receives when everything is closed. */
export interface ReplicationStopped {
  readonly kith: 'stopped';
}

/** Local document: the checkpoint of a collection, by scope. */
export const checkpointId = (collection: CollectionName): string => `checkpoint-${collection}`;

/** Local document: the progress of sync, which a start without network reads too. */
export const SYNC_PROGRESS_ID = 'sync-progress';
export interface SyncProgress {
  /** the epoch of the server's database; null before the first pull */
  epoch: string | null;
  /** collections whose rows have all been fetched once */
  filled: CollectionName[];
  /** when this device was last up to date, in milliseconds */
  lastSync: number | null;
  /** rows that are in doubt; the next pulls check them */
  recheck: Partial<Record<CollectionName, string[]>>;
  /** after the server was restored from a backup: the epoch of the server that has received its lost writes again */
  givenBackTo: string | null;
  /** the epoch of a restored server that has yet to be asked for the images that were sent from here; null if there is none */
  imagesUnasked: string | null;
}
export const noProgress: SyncProgress = { epoch: null, filled: [], lastSync: null, recheck: {}, givenBackTo: null, imagesUnasked: null };
