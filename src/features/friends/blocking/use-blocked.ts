import { createContext, useContext, useMemo } from 'react';
import { withoutBlocked } from '../../../../schemas/friends/blocked-ids.ts';

export const BlockedContext = createContext<ReadonlySet<string> | undefined>(undefined);

/** The ids of blocked members; undefined until the local store has answered. Use it only below `BlockedProvider`. */
export const useBlocked = (): ReadonlySet<string> | undefined => useContext(BlockedContext);

/** Rows in shared places, without those by blocked members; undefined until both rows and blocks are known. */
export function useNotBlocked<Row>(rows: readonly Row[] | undefined, authorOf: (row: Row) => string | null): readonly Row[] | undefined {
  const blocked = useBlocked();
  return useMemo(() => blocked && rows && withoutBlocked(rows, blocked, authorOf), [rows, blocked, authorOf]);
}
