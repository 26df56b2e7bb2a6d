import { imageIdOf } from '../../../schemas/images/image.ts';
import { isMarkOfRead } from '../../../schemas/profiles/mark-of-read.ts';
import { readLocal } from '../../../workers/device/local-documents.ts';
import type { Outbox } from '../../../workers/device/outbox.ts';
import { OUTBOX_ID } from '../../../workers/device/outbox-id.ts';
import { readPendingRows } from '../../../workers/device/pending/pending-rows.ts';
import type { LocalStore } from '../store/local-store.tsx';
import { countDrafts } from './page-drafts.ts';

/** How much of what its member wrote exists only on this device. */
export interface Unfinished {
  /** writes that the server has not accepted yet, without marks of read */
  readonly pending: number;
  /** whether one of these is only the photo, whose name the server already has: it is sent by itself */
  readonly photo: boolean;
  /** writes that the server refused, kept with their text */
  readonly refused: number;
  /** texts that were begun and not sent */
  readonly drafts: number;
}

/** Whether the server knows the name of the member's photo but lacks the photo. */
async function photoIsMissing({ userId, collections }: LocalStore): Promise<boolean> {
  const own = await collections.profiles.findOne(userId).exec();
  const id = imageIdOf(own?.profile_image_url ?? null);
  if (id === null || own?.pending !== 0) return false;
  const { openImageStore } = await import('../../../workers/device/image-store.ts');
  const images = openImageStore(userId);
  try {
    return (await images.list()).some((image) => image.key === id && image.pending);
  } finally {
    images.close();
  }
}

/** Counts what would be lost with the local store, including what is being typed in this page. */
export async function countUnfinished(store: LocalStore): Promise<Unfinished> {
  const [pending, photo, outbox, drafts] = await Promise.all([
    readPendingRows(store.database),
    photoIsMissing(store),
    readLocal<Outbox>(store.database, OUTBOX_ID),
    countDrafts(store),
  ]);
  const written = pending.filter(({ collection, row }) => !isMarkOfRead(collection, row));
  return { pending: written.length + (photo ? 1 : 0), photo, refused: outbox?.entries.length ?? 0, drafts };
}
