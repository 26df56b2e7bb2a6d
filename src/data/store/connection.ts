import { useContext, useMemo, useSyncExternalStore } from 'react';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { noProgress, type SyncStatus, unknownStatus } from '../../../workers/device/sync-status.ts';
import type { ConnectionSnapshot } from '../session/connection-source.ts';
import { StoreContext } from './local-store.tsx';

export interface Connection
  extends Pick<SyncStatus, 'kind' | 'pending' | 'failures' | 'updateRequired' | 'storageFull' | 'serverFull' | 'streamDenied'> {
  /** how many refused writes the outbox has */
  readonly refused: number;
  /** how many writes are on their way, as the member counts them: not marks of read, nor what the server has put off */
  readonly sending: number;
  /** how many pending writes are sent as soon as there is a connection, marks of read among them; the server has put off the others */
  readonly outgoing: number;
  /** when this device last had everything, in milliseconds */
  readonly lastSync?: number;
  /** whether all rows of a collection were fetched once: then an empty collection means that there is nothing */
  filled(collection: CollectionName): boolean;
  /** tries again now */
  retry(): void;
}

const closed: ConnectionSnapshot = { status: unknownStatus, progress: noProgress, refused: [], failedPhotos: [], leads: false };
const nothing = () => () => {};
const closedSnapshot = () => closed;

/** The state of the connection, the same in all tabs. Without an open store it is `connecting`. */
export function useConnection(): Connection {
  const source = useContext(StoreContext)?.connection;
  const { status, progress, refused, leads } = useSyncExternalStore(source?.subscribe ?? nothing, source?.snapshot ?? closedSnapshot);
  return useMemo(
    () => ({
      ...status,
      refused: refused.length,
      sending: status.unsent,
      outgoing: status.pending - (status.later === 'all' ? 0 : status.later.length),
      streamDenied: status.streamDenied && leads,
      ...(progress.lastSync === null ? {} : { lastSync: progress.lastSync }),
      filled: (collection) => progress.filled.includes(collection),
      retry: () => source?.wake(),
    }),
    [status, progress, refused, leads, source],
  );
}

/** What `pick` takes of the connection's state. It renders again when that changes, and for nothing else. */
export function useFromConnection<T>(pick: (snapshot: ConnectionSnapshot) => T): T {
  const source = useContext(StoreContext)?.connection;
  return useSyncExternalStore(source?.subscribe ?? nothing, () => pick(source?.snapshot() ?? closed));
}

/**
 * Whether the connection is lost. For components that a screen shows many of: they render again when this changes, and for nothing else.
 */
export const useOffline = (): boolean => useFromConnection(({ status }) => status.kind === 'offline');

/**
 * Whether rows of a collection are still on their way to this device for the first time. For components that a screen shows many of, like
 * `useOffline`.
 */
export const useFirstComing = (collection: CollectionName): boolean =>
  useFromConnection(({ status, progress }) => status.kind !== 'offline' && !progress.filled.includes(collection));

/** Whether the server has put off this write: it is sent later, by itself. */
export const usePutOff = (writeId: string | undefined): boolean =>
  useFromConnection(({ status: { later } }) => writeId !== undefined && (later === 'all' || later.includes(writeId)));
