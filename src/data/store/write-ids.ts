import type { LocalDatabase } from '../../../workers/device/open-local-database.ts';
import { createWriteIds, type WriteIds } from '../../../workers/device/writes/row-writer.ts';
import type { LocalStore } from './local-store.tsx';
import { pendingOf } from './page-pending.ts';

const opened = new WeakMap<LocalDatabase, Promise<WriteIds>>();

/** The ids for this store's next writes. Pending writes are read once; an early call makes the first write quick. */
export function writeIdsOf({ database, clock, realm }: Pick<LocalStore, 'database' | 'clock' | 'realm'>): Promise<WriteIds> {
  const known = opened.get(database);
  if (known !== undefined) return known;
  const reading = pendingOf(database).then((pending) => createWriteIds(pending, () => clock.now(), realm));
  opened.set(database, reading);
  // The next write reads again what could not be read now.
  reading.catch(() => opened.delete(database));
  return reading;
}
