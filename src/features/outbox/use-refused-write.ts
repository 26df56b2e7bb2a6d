import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { Refused } from '../../../workers/device/outbox.ts';
import { useStore } from '../../data/local-store.tsx';
import { discardRefused, useRefused } from '../../data/outbox.ts';

export interface RefusedWrite {
  /** the write that the address names, while it waits in the outbox, and until its settling is done */
  readonly refused: Refused | undefined;
  /** it was written anew, and is about to leave the outbox */
  readonly settling: boolean;
  /**
   * It was written anew, or given up: it leaves the outbox, and then the address no longer names it. Settles when it is gone for good;
   * who leaves the page before may find it again.
   */
  readonly settle: () => Promise<void>;
  /** not now: it goes on waiting in the outbox, and is shown there again */
  readonly leave: () => void;
}

/** The refused write that a screen was opened to mend. It stays in the outbox until it is settled, so that nothing is lost. */
export function useRefusedWrite(collection: CollectionName): RefusedWrite {
  const store = useStore();
  const [params, setParams] = useSearchParams();
  const writeId = params.get('refused');
  const waiting = useRefused().find((entry) => entry.write_id === writeId && entry.collection === collection);
  const [settled, setSettled] = useState<Refused>();
  const settling = settled !== undefined && settled.write_id === writeId;
  const named = useRef(writeId);
  useEffect(() => {
    named.current = writeId;
    return () => {
      named.current = null;
    };
  }, [writeId]);

  const settle = useCallback(async () => {
    if (!waiting) return;
    setSettled(waiting);
    try {
      await discardRefused(store, waiting.write_id);
    } catch (error) {
      console.error('A refused write could not be let go of', error);
    }
    // Whoever went on meanwhile is not called back.
    if (named.current === waiting.write_id) setParams({}, { replace: true });
  }, [store, waiting, setParams]);
  const leave = useCallback(() => {
    if (writeId) setParams({}, { replace: true });
  }, [writeId, setParams]);
  return { refused: settling ? settled : waiting, settling, settle, leave };
}
