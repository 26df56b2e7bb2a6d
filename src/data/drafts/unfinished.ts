import { isMarkOfRead } from '../../../schemas/profiles/mark-of-read.ts';
import { readLocal } from '../../../workers/device/local-documents.ts';
import type { Outbox } from '../../../workers/device/outbox.ts';
import { OUTBOX_ID } from '../../../workers/device/outbox-id.ts';
import { readPendingRows } from '../../../workers/device/pending/pending-rows.ts';
import { waitingShares } from '../../../workers/device/waiting-shares.ts';
import { readUnsentPhotos } from '../photos/unsent-photos.ts';
import type { LocalStore } from '../store/local-store.tsx';
import { countDrafts } from './page-drafts.ts';

/** How much of what its member wrote exists only on this device. */
export interface Unfinished {
  /** writes that the server has not accepted yet, without marks of read */
  readonly pending: number;
  /** photos whose rows the server has already: they are sent by themselves, or the server refused them */
  readonly photos: number;
  /** writes that the server refused, kept with their text */
  readonly refused: number;
  /** texts that were begun and not sent */
  readonly drafts: number;
  /** what other apps shared, if it waits for this member */
  readonly shares: number;
}

/** Counts what would be lost with the local store, including what is being typed in this page. */
export async function countUnfinished(store: LocalStore): Promise<Unfinished> {
  const [pending, photos, outbox, drafts, shares] = await Promise.all([
    readPendingRows(store.database),
    readUnsentPhotos(store),
    readLocal<Outbox>(store.database, OUTBOX_ID),
    countDrafts(store),
    waitingShares(store.userId),
  ]);
  const written = pending.filter(({ collection, row }) => !isMarkOfRead(collection, row));
  return {
    pending: written.length,
    photos: photos.reduce((sum, { photos: { length } }) => sum + length, 0),
    refused: outbox?.entries.length ?? 0,
    drafts,
    shares: shares.filter(({ owner }) => owner !== null).length,
  };
}
