import type { RxCollection } from 'rxdb';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { AnyLocalRow } from '../../workers/device/local-row.ts';
import { OUTBOX_ID, type Outbox } from '../../workers/device/outbox.ts';
import type { LocalStore } from './local-store.tsx';

/** `waits`: there is no connection; the write is sent once there is one. */
export type WriteOutcome = 'accepted' | 'refused' | 'waits';

/**
 * What became of the last write to a row, as soon as that is known: for acts whose success only the server can decide. A refused write is
 * in the outbox by then, and is shown there. Never settles if the store is closed meanwhile.
 */
export async function writeOutcome(store: LocalStore, collection: CollectionName, id: string): Promise<WriteOutcome> {
  const rows = store.collections[collection] as unknown as RxCollection<AnyLocalRow>;
  const written = await rows.findOne(id).exec();
  if (written?.unsent !== 1) return 'accepted';
  const writeId = written.write_id;
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
      if (held === null || held.unsent === 0 || held.write_id !== writeId) queueMicrotask(() => settle(true));
    });
    queueMicrotask(waits);
  });
  if (!answered) return 'waits';
  // A refused write is in the outbox before its row is restored.
  const outbox = await store.database.getLocal<Outbox>(OUTBOX_ID);
  return outbox?.toJSON().data.entries.some((entry) => entry.write_id === writeId) ? 'refused' : 'accepted';
}
