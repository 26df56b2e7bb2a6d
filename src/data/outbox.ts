import type { Outbox, Refused } from '../../workers/device/outbox.ts';
import { OUTBOX_ID } from '../../workers/device/outbox-id.ts';
import type { FailedPhoto } from '../../workers/device/pending/failed-photos.ts';
import { useFromConnection } from './store/connection.ts';
import type { LocalStore } from './store/local-store.tsx';

export type { Refused } from '../../workers/device/outbox.ts';

/** The writes that the server refused, oldest first, with their rows. */
export const useRefused = (): readonly Refused[] => useFromConnection(({ refused }) => refused);

/** The photos that the server refused. Their rows stand, and the photos stay on this device. */
export const useFailedPhotos = (): readonly FailedPhoto[] => useFromConnection(({ failedPhotos }) => failedPhotos);

/** Removes a refused write from the outbox: its author has seen it, and edited or discarded it. */
export async function discardRefused(store: LocalStore, writeId: string): Promise<void> {
  const held = await store.database.getLocal<Outbox>(OUTBOX_ID);
  await held?.incrementalModify((outbox) => ({ entries: outbox.entries.filter((entry) => entry.write_id !== writeId) }));
}
