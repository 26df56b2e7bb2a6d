import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Refused } from '../../../schemas/local/outbox.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { useStore } from '../../data/local-store.tsx';
import { discardRefused, useRefused } from '../../data/outbox.ts';

export interface RefusedWrite {
  /** the write that the address names, while it waits in the outbox */
  readonly refused: Refused | undefined;
  /** it was written anew, or given up: it leaves the outbox, and the address no longer names it */
  readonly settle: () => void;
  /** not now: it goes on waiting in the outbox, and is shown there again */
  readonly leave: () => void;
}

/** The refused write that a screen was opened to mend. It stays in the outbox until it is settled, so that nothing is lost. */
export function useRefusedWrite(collection: CollectionName): RefusedWrite {
  const store = useStore();
  const [params, setParams] = useSearchParams();
  const writeId = params.get('refused');
  const refused = useRefused().find((entry) => entry.write_id === writeId && entry.collection === collection);
  const settle = useCallback(() => {
    if (!writeId) return;
    discardRefused(store, writeId).catch((error: unknown) => console.error('A refused write could not be let go of', error));
    setParams({}, { replace: true });
  }, [store, writeId, setParams]);
  const leave = useCallback(() => {
    if (writeId) setParams({}, { replace: true });
  }, [writeId, setParams]);
  return { refused, settle, leave };
}
