import { v7 as uuid } from 'uuid';
import { type WriteId, writtenAt } from '../../../schemas/base/write-id.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { LocalDatabase } from '../../../workers/device/open-local-database.ts';
import type { LocalStore } from './local-store.tsx';
import { pendingOf } from './page-pending.ts';

/**
 * Creates the ids of this device's writes. Each is greater than the id of every pending write, whichever tab made it, since pending writes
 * are sent in the order of their ids. By the clock alone, a clock that is set back while the app is closed would send a comment before its
 * post.
 */
export interface WriteIds {
  /** The id for the next write to this row. */
  next(collection: CollectionName, id: string): WriteId;
  /** The id of this page's last write to this row, if it has written to it. */
  last(collection: CollectionName, id: string): WriteId | undefined;
}

const opened = new WeakMap<LocalDatabase, Promise<WriteIds>>();

async function open(database: LocalDatabase, now: () => number): Promise<WriteIds> {
  const written = new Map<string, WriteId>();
  let greatest = '';
  const pending = await pendingOf(database);
  return {
    next(collection, id) {
      const others = pending.greatestWrite();
      if (others > greatest) greatest = others;
      const msecs = Math.max(now(), greatest === '' ? 0 : writtenAt(greatest) + 1);
      greatest = uuid({ msecs });
      written.set(`${collection} ${id}`, greatest);
      return greatest;
    },
    last: (collection, id) => written.get(`${collection} ${id}`),
  };
}

/** The ids for this store's next writes. Pending writes are read once; an early call makes the first write quick. */
export function writeIdsOf({ database, clock }: Pick<LocalStore, 'database' | 'clock'>): Promise<WriteIds> {
  const known = opened.get(database);
  if (known !== undefined) return known;
  const reading = open(database, () => clock.now());
  opened.set(database, reading);
  // The next write reads again what could not be read now.
  reading.catch(() => opened.delete(database));
  return reading;
}
