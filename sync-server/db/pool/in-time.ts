import type { Realm, Timer } from '../../../schemas/base/realm.ts';
import { SlowDatabaseError } from '../../base/database-errors.ts';

/** How long a request waits for a database that is silent. A statement that only takes long is ended by Postgres before that. */
export const SILENT_MS = 10_000;

const databaseIsSlow = () => new SlowDatabaseError('the database takes too long to answer');

/**
 * The answer, if it comes within `ms`. Otherwise what `late` makes.
 * @throws SlowDatabaseError by default where the answer takes longer
 */
export async function inTime<T>(
  answer: PromiseLike<T>,
  ms: number,
  { late = databaseIsSlow, realm = globalThis }: { readonly late?: () => Error; readonly realm?: Realm } = {},
): Promise<T> {
  let timer: Timer | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = realm.setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    realm.clearTimeout(timer);
  }
}
