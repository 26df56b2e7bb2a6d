import type { RxCollection } from 'rxdb';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { readLocal } from '../../../workers/device/local-documents.ts';
import type { AnyLocalRow } from '../../../workers/device/local-row.ts';
import type { Outbox, Refused } from '../../../workers/device/outbox.ts';
import { OUTBOX_ID } from '../../../workers/device/outbox-id.ts';
import type { LocalStore } from './local-store.tsx';
import { writeIdsOf } from './write-ids.ts';

/** `waits`: there is no connection; the write is sent once there is one. */
export type WriteOutcome = 'accepted' | 'refused' | 'waits';

/**
 * What became of this page's last write to a row, as soon as that is known: for acts whose success only the server can decide. A refused
 * write is in the outbox by then, and is shown there. Never settles if the store is closed first.
 */
export async function writeOutcome(store: LocalStore, collection: CollectionName, id: string): Promise<WriteOutcome> {
  const outcome = await writeAnswer(store, collection, id);
  return typeof outcome === 'string' ? outcome : 'refused';
}

/** The same, with the refused write itself, for a form that is still open and shows the reason. */
export async function writeAnswer(store: LocalStore, collection: CollectionName, id: string): Promise<'accepted' | 'waits' | Refused> {
  const rows = store.collections[collection] as unknown as RxCollection<AnyLocalRow>;
  const writeId = (await writeIdsOf(store)).last(collection, id);
  const isPending = (row: AnyLocalRow | null) => row?.pending === 1 && row.write_id === writeId;
  if (isPending(await rows.findOne(id).exec())) {
    const answered = await new Promise<boolean>((resolve) => {
      const settle = (value: boolean) => {
        row.unsubscribe();
        forget();
        resolve(value);
      };
      const waits = () => store.connection.snapshot().status.kind === 'offline' && settle(false);
      const forget = store.connection.subscribe(waits);
      const row = rows.findOne(id).$.subscribe((held) => {
        // Not while subscribing: settling unsubscribes, and there is no subscription yet.
        if (!isPending(held)) queueMicrotask(() => settle(true));
      });
      queueMicrotask(waits);
    });
    if (!answered) return 'waits';
  }
  // A refused write is in the outbox before its row is restored.
  const outbox = await readLocal<Outbox>(store.database, OUTBOX_ID);
  return outbox?.entries.find((entry) => entry.write_id === writeId) ?? 'accepted';
}
