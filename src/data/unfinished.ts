import { imageIdOf } from '../../schemas/images/image.ts';
import { countPending } from '../../workers/device/count-pending.ts';
import { OUTBOX_ID, type Outbox } from '../../workers/device/outbox.ts';
import { countDrafts } from './drafts.ts';
import type { LocalStore } from './local-store.tsx';

/** How much of what its member wrote exists only on this device. */
export interface Unfinished {
  /** writes that the server has not accepted yet */
  readonly unsent: number;
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
  if (id === null || own?.unsent !== 0) return false;
  const { openImageStore } = await import('../../workers/device/image-store.ts');
  const images = openImageStore(userId);
  try {
    return (await images.list()).some((image) => image.id === id && image.unsent);
  } finally {
    images.close();
  }
}

/** Counts what would be lost with the local store, including what is being typed in this page. */
export async function countUnfinished(store: LocalStore): Promise<Unfinished> {
  const [unsent, photo, outbox, drafts] = await Promise.all([
    countPending(store.database),
    photoIsMissing(store),
    store.database.getLocal<Outbox>(OUTBOX_ID),
    countDrafts(store),
  ]);
  const refused = (outbox?.toJSON().data as Outbox | undefined)?.entries.length ?? 0;
  return { unsent: unsent + (photo ? 1 : 0), photo, refused, drafts };
}
