import { useCallback, useEffect, useState } from 'react';
import type { RxCollection } from 'rxdb';
import { type CollectionName, collectionNames } from '../../schemas/protocol/collections.ts';
import { pendingRows } from '../../workers/device/count-pending.ts';
import type { AnyLocalRow } from '../../workers/device/local-row.ts';
import { sendPosition } from '../../workers/device/write-place.ts';
import { type LocalStore, useStore } from './local-store.tsx';

/** A pending write to one row. */
export interface PendingWrite {
  readonly collection: CollectionName;
  readonly id: string;
  readonly writeId: string;
  /** the row as it is on this device; `_deleted` if it was deleted */
  readonly row: AnyLocalRow & { readonly _deleted: boolean };
}

const collectionOf = (store: LocalStore, collection: CollectionName) =>
  store.collections[collection] as unknown as RxCollection<AnyLocalRow>;
/** Several writes at the same time are read once. */
const TOGETHER_MS = 50;
const TAKEN_BACK_WITHIN_MS = 15_000;

async function readPending(store: LocalStore): Promise<PendingWrite[]> {
  const all = await Promise.all(
    collectionNames.map(async (collection) =>
      (await pendingRows(collectionOf(store, collection))).map(
        (row): PendingWrite => ({ collection, id: row.id, writeId: row.write_id, row }),
      ),
    ),
  );
  const place = (write: PendingWrite) => sendPosition(write.row);
  return all.flat().sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

/** Calls `listener` after every change to a replicated row, in any tab. */
function onRowChanges(store: LocalStore, listener: () => void): () => void {
  const subscriptions = collectionNames.map((name) => collectionOf(store, name).storageInstance.changeStream().subscribe(listener));
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
}

/** All pending writes of all collections, in the order in which they are sent. Undefined until they are read. */
export function usePendingWrites(): readonly PendingWrite[] | undefined {
  const store = useStore();
  const [pending, setPending] = useState<readonly PendingWrite[]>();
  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      readPending(store).then(
        (found) => current && setPending(found),
        (error: unknown) => console.warn('What waits to be sent could not be read', error),
      );
    };
    const stop = onRowChanges(store, () => {
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
export function useTakeBack(): (write: PendingWrite) => Promise<boolean> {
  const store = useStore();
  return useCallback(
    (write) =>
      new Promise((resolve) => {
        const isPending = async () => {
          const rows = await pendingRows(collectionOf(store, write.collection));
          return rows.some((row) => row.id === write.id && row.write_id === write.writeId);
        };
        const settle = (done: boolean) => {
          clearTimeout(timer);
          stop();
          resolve(done);
        };
        const look = () => void isPending().then((still) => still || settle(true), console.warn);
        const stop = onRowChanges(store, look);
        const timer = setTimeout(() => settle(false), TAKEN_BACK_WITHIN_MS);
        store.connection.discard(write);
      }),
    [store],
  );
}
