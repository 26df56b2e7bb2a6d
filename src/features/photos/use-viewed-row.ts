import { useMemo, useState } from 'react';
import { useConnection } from '../../data/store/connection.ts';
import { useLiveDocument } from '../../data/store/local-store.tsx';
import { useBlocked } from '../friends/blocking/use-blocked.ts';
import type { OpenedPhoto } from './opened-photo.ts';
import { type ViewedRow, viewRow } from './viewed-row.ts';

/**
 * The row of an open photo, live. A row that is not here counts as gone once it was here, and else as soon as this device can tell (as in
 * `use-post.ts`).
 */
export function useViewedRow({ collection, rowId }: OpenedPhoto): ViewedRow | 'gone' | undefined {
  const { row, error } = useLiveDocument(collection, rowId);
  const blocked = useBlocked();
  const { kind, filled } = useConnection();
  const [wasHere, setWasHere] = useState(false);
  if (row && !wasHere) setWasHere(true);
  const coming = !wasHere && kind !== 'offline' && !(filled(collection) && kind === 'live');
  return useMemo(() => (error ? 'gone' : viewRow(row, { blocked, coming })), [row, error, blocked, coming]);
}
