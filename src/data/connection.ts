import { useContext, useMemo, useSyncExternalStore } from 'react';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { type ConnectionKind, noProgress, unknownStatus } from '../../workers/device/sync-status.ts';
import type { ConnectionSnapshot } from './connection-source.ts';
import { StoreContext } from './local-store.tsx';

export interface Connection {
  readonly kind: ConnectionKind;
  /** how many writes are pending */
  readonly unsent: number;
  /** how many refused writes the outbox has */
  readonly refused: number;
  /** how many attempts have failed in a row */
  readonly failures: number;
  readonly updateRequired: boolean;
  /** this device has no disk space left: nothing more can be written to it until it has some */
  readonly storageFull: boolean;
  /** the server has no disk space left: pending writes wait here until it has some */
  readonly serverFull: boolean;
  /** the server answers, but this page's worker cannot open a stream, so it hears of no change by itself */
  readonly streamDenied: boolean;
  /** when this device last had everything, in milliseconds */
  readonly lastSync?: number;
  /** whether all rows of a collection were fetched once: then an empty collection means that there is nothing */
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

/** The state of the connection, the same in all tabs. Without an open store it is `connecting`. */
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

/**
 * Whether the connection is lost. For components that a screen shows many of: they render again when this changes, and for nothing else.
 */
export function useOffline(): boolean {
  const source = useContext(StoreContext)?.connection;
  return useSyncExternalStore(source?.subscribe ?? nothing, () => (source?.snapshot() ?? closed).status.kind === 'offline');
}
