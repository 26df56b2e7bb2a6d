import type { RefusalCode } from '../../../schemas/base/refusal.ts';
import type { SERVER_FAILED_CODE } from '../../../schemas/protocol/sync-codes.ts';
import { modifyLocal, readLocal } from '../local-documents.ts';
import type { LocalDatabase } from '../open-local-database.ts';

/**
 * Photos of posts and messages that the server refused, or that it failed at again and again. A local document: the replication worker
 * adds to it, and takes out what no row names any more. The member takes out what is to be sent again. The bytes stay stored as
 * `waiting`, so nothing deletes them. A photo that is listed here is not sent: it has failed, whatever happens to its row and to the
 * other photos.
 */
export const FAILED_PHOTOS_ID = 'failed-photos';

export interface FailedPhoto {
  readonly id: string;
  /** the post or message that names it */
  readonly rowId: string;
  readonly code: RefusalCode | typeof SERVER_FAILED_CODE;
}
export interface FailedPhotos {
  photos: readonly FailedPhoto[];
}

export const readFailedPhotos = async (database: LocalDatabase): Promise<readonly FailedPhoto[]> =>
  (await readLocal<FailedPhotos>(database, FAILED_PHOTOS_ID))?.photos ?? [];

const change = (database: LocalDatabase, by: (photos: readonly FailedPhoto[]) => readonly FailedPhoto[]): Promise<FailedPhotos> =>
  modifyLocal<FailedPhotos>(database, FAILED_PHOTOS_ID, { photos: [] }, ({ photos }) => ({ photos: by(photos) }));

/** Settles when it is stored. A photo that failed before has the newer reason. */
export async function addFailedPhoto(database: LocalDatabase, failed: FailedPhoto): Promise<void> {
  await change(database, (photos) => [...photos.filter(({ id }) => id !== failed.id), failed]);
}

/** These photos have not failed: they are sent again if a row names them. */
export async function forgetFailedPhotos(database: LocalDatabase, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await change(database, (photos) => photos.filter(({ id }) => !ids.includes(id)));
}
