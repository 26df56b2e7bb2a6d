import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { Refused } from '../../../workers/device/outbox.ts';
import { discardRefused, useRefused } from '../../data/outbox.ts';
import { useStoreForAct } from '../../data/store/local-store.tsx';

export interface RefusedWrite {
  /** the write that the address names, while it is in the outbox and until `settle` is done */
  readonly refused: Refused | undefined;
  /** whether it was rewritten and is about to leave the outbox */
  readonly settling: boolean;
  /**
   * Call it when the write was rewritten or given up. It leaves the outbox, then the address no longer names it. Resolves when it is
   * removed for good; a member who leaves the page before that may find it again.
   */
  readonly settle: () => Promise<void>;
  /** not now: the write stays in the outbox and is shown there again */
  readonly leave: () => void;
}

/** The refused write that a screen was opened to correct. It stays in the outbox until it is settled, so that nothing is lost. */
export function useRefusedWrite(collection: CollectionName): RefusedWrite {
  const storeForAct = useStoreForAct();
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
      await discardRefused(await storeForAct(), waiting.write_id);
    } catch (error) {
      console.error('Could not discard a refused write', error);
    }
    // A member who has left this page is not navigated back.
    if (named.current === waiting.write_id) setParams({}, { replace: true });
  }, [storeForAct, waiting, setParams]);
  const leave = useCallback(() => {
    if (writeId) setParams({}, { replace: true });
  }, [writeId, setParams]);
  return { refused: settling ? settled : waiting, settling, settle, leave };
}
