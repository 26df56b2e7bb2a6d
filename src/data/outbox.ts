import { useCallback, useSyncExternalStore } from 'react';
import { OUTBOX_ID, type Outbox, type Refused } from '../../workers/device/outbox.ts';
import { type LocalStore, useStore } from './local-store.tsx';

export type { Refused } from '../../workers/device/outbox.ts';

/** What the server refused, oldest first, with what was written. */
export function useRefused(): readonly Refused[] {
  const { connection } = useStore();
  return useSyncExternalStore(
    connection.subscribe,
    useCallback(() => connection.snapshot().refused, [connection]),
  );
}

/** Lets go of a refused write: its author has seen it, and edited or discarded it. */
export async function discardRefused(store: LocalStore, writeId: string): Promise<void> {
  const held = await store.database.getLocal<Outbox>(OUTBOX_ID);
  await held?.incrementalModify((outbox) => ({ entries: outbox.entries.filter((entry) => entry.write_id !== writeId) }));
}
