import { imageIdOf } from '../../schemas/images/image.ts';
import { countUnsent } from '../../workers/device/count-unsent.ts';
import { OUTBOX_ID, type Outbox } from '../../workers/device/outbox.ts';
import { countDrafts } from './drafts.ts';
import type { LocalStore } from './local-store.tsx';

/** How much this device alone has of what its member wrote. */
export interface Unfinished {
  /** not accepted by the server yet */
  readonly unsent: number;
  /** whether one of these is the photo alone, whose name the server has already: it goes out by itself */
  readonly photo: boolean;
  /** refused by the server, and kept with its text */
  readonly refused: number;
  /** begun, and not sent */
  readonly drafts: number;
}

/** Whether the server knows the name of the member's photo and does not have the photo. */
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

/** Counts what is lost with the local store; what is being typed in this page counts as well. */
export async function countUnfinished(store: LocalStore): Promise<Unfinished> {
  const [unsent, photo, outbox, drafts] = await Promise.all([
    countUnsent(store.database),
    photoIsMissing(store),
    store.database.getLocal<Outbox>(OUTBOX_ID),
    countDrafts(store),
  ]);
  const refused = (outbox?.toJSON().data as Outbox | undefined)?.entries.length ?? 0;
  return { unsent: unsent + (photo ? 1 : 0), photo, refused, drafts };
}
