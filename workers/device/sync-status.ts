import type { CollectionName } from '../../schemas/protocol/collections.ts';

/**
 * What the replication worker tells the pages of one member, and how they reach it: messages on one BroadcastChannel,
 * and one local document that outlives them.
 */
export const syncChannelName = (userId: string): string => `kith-replication-${userId}`;
/** The lock that the leading worker holds. */
export const leaderLockName = (userId: string): string => `kith-leader-${userId}`;

/**
 * Those of the versions before, whose windows work on a store of their own: each has a leader, and what it says of its connection is not
 * about this store. To close it when its member signs out goes to both.
 */
export const olderChannelName = (userId: string): string => `kith-sync-${userId}`;
export const olderLeaderLockName = (userId: string): string => `kith-lead-${userId}`;

export type ConnectionKind = 'offline' | 'connecting' | 'syncing' | 'live';

/** The connection as the leading worker has it. */
export interface SyncStatus {
  readonly kind: ConnectionKind;
  /** writes of this device that the server has not accepted yet */
  readonly unsent: number;
  /** attempts that failed in a row; 0 once something was answered */
  readonly failures: number;
  /** the server no longer understands this version of the app */
  readonly updateRequired: boolean;
  /** the session has expired or was ended elsewhere; what is held and unsent is kept */
  readonly expired: boolean;
  /** this device has no room left: nothing more can be written to it until there is */
  readonly storageFull: boolean;
  /** the server has no disk space left: what is not sent waits here until it has */
  readonly serverFull: boolean;
  /** requests are answered, but no stream can be had: what is new is only asked for from time to time */
  readonly streamDenied: boolean;
}

/** As long as nothing is known. */
export const unknownStatus: SyncStatus = {
  kind: 'connecting',
  unsent: 0,
  failures: 0,
  updateRequired: false,
  expired: false,
  storageFull: false,
  serverFull: false,
  streamDenied: false,
};

export type SyncMessage =
  /** of the worker that replicates, which the page `tab` has started */
  | { readonly type: 'status'; readonly status: SyncStatus; readonly tab: string }
  /** a page asks for the status, or a worker begins to listen */
  | { readonly type: 'ask' }
  /** a page asks for what is new: it came online, was looked at again, or somebody pressed Retry or the tab that is open */
  | { readonly type: 'wake' }
  /** whether somebody looks at the page `tab`: told whenever that changes, and to whoever asks */
  | { readonly type: 'looked-at'; readonly tab: string; readonly is: boolean }
  /** the browser of a page knows of no network any more */
  | { readonly type: 'offline' }
  /** a page could not write for lack of room */
  | { readonly type: 'full' }
  /** a page discards a write that is not sent yet */
  | { readonly type: 'discard'; readonly collection: CollectionName; readonly id: string; readonly writeId: string }
  /** everybody closes the database, it is about to be removed */
  | { readonly type: 'close' }
  | { readonly type: 'closed' };

/** What a page sends to the worker that it starts (or to itself, where no worker can start). */
export interface StartReplication {
  readonly kith: 'start';
  readonly userId: string;
  /** names the page among all that are open */
  readonly tab: string;
}
export interface StopReplication {
  readonly kith: 'stop';
}
/** What it is told then, when all is closed. */
export interface ReplicationStopped {
  readonly kith: 'stopped';
}

/** Local document: how far a collection is, by scope. */
export const checkpointId = (collection: CollectionName): string => `checkpoint-${collection}`;

/** Local document: how far sync is, also for a start without network. */
export const SYNC_PROGRESS_ID = 'sync-progress';
export interface SyncProgress {
  /** of the server's database; null before the first pull */
  epoch: string | null;
  /** collections whose rows have all been fetched once */
  filled: CollectionName[];
  /** when the device last had everything, in milliseconds */
  lastSync: number | null;
  /** rows that a push answered as not visible; the next pulls ask for them again */
  recheck: Partial<Record<CollectionName, string[]>>;
  /** after a restore from a backup: the epoch of the server that has been given back what it had lost */
  givenBackTo: string | null;
}
export const noProgress: SyncProgress = { epoch: null, filled: [], lastSync: null, recheck: {}, givenBackTo: null };
