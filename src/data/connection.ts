import { useContext, useMemo, useSyncExternalStore } from 'react';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { type ConnectionKind, noProgress, unknownStatus } from '../../workers/device/sync-status.ts';
import type { ConnectionSnapshot } from './connection-source.ts';
import { StoreContext } from './local-store.tsx';

export interface Connection {
  readonly kind: ConnectionKind;
  /** writes that the server has not accepted yet */
  readonly unsent: number;
  /** writes that it refused, kept in the outbox */
  readonly refused: number;
  /** attempts that failed in a row */
  readonly failures: number;
  readonly updateRequired: boolean;
  /** this device has no room left: nothing more can be written to it until there is */
  readonly storageFull: boolean;
  /** the server has no disk space left: what is not sent waits here until it has */
  readonly serverFull: boolean;
  /** the server answers, but tells this page's worker nothing by itself: no stream can be had */
  readonly streamDenied: boolean;
  /** when this device last had everything, in milliseconds */
  readonly lastSync?: number;
  /** whether all rows of a collection were fetched once: nothing held then means that there is nothing */
  filled(collection: CollectionName): boolean;
  /** tries again now */
  retry(): void;
}

const closed: ConnectionSnapshot = {
  status: unknownStatus,
  progress: noProgress,
  refused: [],
  leads: false,
};
const nothing = () => () => {};
const closedSnapshot = () => closed;

/** The state of the connection, the same in all tabs. Outside of an open store it is connecting. */
export function useConnection(): Connection {
  const source = useContext(StoreContext)?.connection;
  const { status, progress, refused, leads } = useSyncExternalStore(source?.subscribe ?? nothing, source?.snapshot ?? closedSnapshot);
  return useMemo(
    () => ({
      kind: status.kind,
      unsent: status.unsent,
      refused: refused.length,
      failures: status.failures,
      updateRequired: status.updateRequired,
      storageFull: status.storageFull,
      serverFull: status.serverFull,
      streamDenied: status.streamDenied && leads,
      ...(progress.lastSync === null ? {} : { lastSync: progress.lastSync }),
      filled: (collection) => progress.filled.includes(collection),
      retry: () => source?.wake(),
    }),
    [status, progress, refused, leads, source],
  );
}

/** Whether the connection is lost: for what there is many of on a screen, which draws again when this changes and for nothing else. */
export function useOffline(): boolean {
  const source = useContext(StoreContext)?.connection;
  return useSyncExternalStore(source?.subscribe ?? nothing, () => (source?.snapshot() ?? closed).status.kind === 'offline');
}
