import { useCallback, useSyncExternalStore } from 'react';
import { OUTBOX_ID, type Outbox, type Refused } from '../../workers/device/outbox.ts';
import { type LocalStore, useStore } from './local-store.tsx';

export type { Refused } from '../../workers/device/outbox.ts';

/** The writes that the server refused, oldest first, with their rows. */
export function useRefused(): readonly Refused[] {
  const { connection } = useStore();
  return useSyncExternalStore(
    connection.subscribe,
    useCallback(() => connection.snapshot().refused, [connection]),
  );
}

/** Removes a refused write from the outbox: its author has seen it, and edited or discarded it. */
export async function discardRefused(store: LocalStore, writeId: string): Promise<void> {
  const held = await store.database.getLocal<Outbox>(OUTBOX_ID);
  await held?.incrementalModify((outbox) => ({ entries: outbox.entries.filter((entry) => entry.write_id !== writeId) }));
}
