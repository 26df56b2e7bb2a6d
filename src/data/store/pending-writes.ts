import { useCallback, useEffect, useState } from 'react';
import { followRows, inSendOrder, type PendingRow, readPendingRows } from '../../../workers/device/pending/pending-rows.ts';
import { useStore } from './local-store.tsx';

/** Several writes at the same time are read once. */
const TOGETHER_MS = 50;
const TAKEN_BACK_WITHIN_MS = 15_000;

/** All pending writes of this device, in the order in which they are sent. Undefined until they are read. */
export function usePendingWrites(): readonly PendingRow[] | undefined {
  const store = useStore();
  const [pending, setPending] = useState<readonly PendingRow[]>();
  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      readPendingRows(store.database).then(
        (found) => current && setPending(inSendOrder(found)),
        (error: unknown) => console.warn('Could not read the pending writes', error),
      );
    };
    const stop = followRows(store.database, () => {
      timer ??= setTimeout(read, TOGETHER_MS);
    });
    read();
    return () => {
      current = false;
      clearTimeout(timer);
      stop();
    };
  }, [store]);
  return pending;
}

/** Takes back a write before it is sent. Resolves to false if that did not happen in time, because no worker replicates. */
export function useTakeBack(): (write: PendingRow) => Promise<boolean> {
  const store = useStore();
  return useCallback(
    ({ collection, row: { id, write_id: writeId } }) =>
      new Promise((resolve) => {
        const settle = (done: boolean) => {
          clearTimeout(timer);
          stop();
          resolve(done);
        };
        const look = (pending: readonly PendingRow[]) => pending.some(({ row }) => row.write_id === writeId) || settle(true);
        const stop = followRows(store.database, () => void readPendingRows(store.database).then(look, console.warn));
        const timer = setTimeout(() => settle(false), TAKEN_BACK_WITHIN_MS);
        store.connection.discard({ collection, id, writeId });
      }),
    [store],
  );
}
