import type { RxCollection } from 'rxdb';
import { v7 as uuid } from 'uuid';
import { type WriteId, writtenAt } from '../../schemas/base/ids.ts';
import { pendingRows } from '../../workers/device/count-pending.ts';
import type { AnyLocalRow } from '../../workers/device/local-row.ts';
import type { LocalDatabase } from '../../workers/device/open-database.ts';
import type { LocalStore } from './local-store.tsx';

/**
 * Creates the ids of this device's writes. Each is greater than the id of every pending write, whichever tab made it, since pending writes
 * are sent in the order of their ids. By the clock alone, a clock that is set back while the app is closed would send a comment before its
 * post.
 */
export interface WriteIds {
  next(): WriteId;
}

const opened = new WeakMap<LocalDatabase, Promise<WriteIds>>();

async function open(database: LocalDatabase, now: () => number): Promise<WriteIds> {
  const collections = Object.values(database.collections) as unknown as RxCollection<AnyLocalRow>[];
  let greatest = '';
  const note = (row: Pick<AnyLocalRow, 'unsent' | 'write_id'>) => {
    if (row.unsent === 1 && row.write_id > greatest) greatest = row.write_id;
  };
  // These streams contain the writes of all tabs, and end with the database.
  for (const { storageInstance } of collections) {
    storageInstance.changeStream().subscribe(({ events }) => {
      for (const { documentData } of events) note(documentData as unknown as AnyLocalRow);
    });
  }
  const waiting = await Promise.all(collections.map(pendingRows));
  for (const row of waiting.flat()) note(row);
  return {
    next() {
      const msecs = Math.max(now(), greatest === '' ? 0 : writtenAt(greatest) + 1);
      greatest = uuid({ msecs });
      return greatest;
    },
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
