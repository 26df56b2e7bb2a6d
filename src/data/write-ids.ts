import type { RxCollection } from 'rxdb';
import { v7 as uuid } from 'uuid';
import { type WriteId, writtenAt } from '../../schemas/base/ids.ts';
import { unsentRows } from '../../workers/device/count-unsent.ts';
import type { AnyLocalRow } from '../../workers/device/local-row.ts';
import type { LocalDatabase } from '../../workers/device/open-database.ts';
import type { LocalStore } from './local-store.tsx';

/**
 * Names the writes of this device: each above every one that waits to be sent, whichever tab made it. What waits is sent in the order of
 * these names. By the clock alone, one that is set back while the app is closed would send a comment before its post.
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
  // They tell of the writes of all tabs, and end with the database.
  for (const { storageInstance } of collections) {
    storageInstance.changeStream().subscribe(({ events }) => {
      for (const { documentData } of events) note(documentData as unknown as AnyLocalRow);
    });
  }
  const waiting = await Promise.all(collections.map(unsentRows));
  for (const row of waiting.flat()) note(row);
  return {
    next() {
      const msecs = Math.max(now(), greatest === '' ? 0 : writtenAt(greatest) + 1);
      greatest = uuid({ msecs });
      return greatest;
    },
  };
}

/** The names for this store's next writes. What waits in it is read once; whoever asks early makes the first write quick. */
export function writeIdsOf({ database, clock }: Pick<LocalStore, 'database' | 'clock'>): Promise<WriteIds> {
  const known = opened.get(database);
  if (known !== undefined) return known;
  const reading = open(database, () => clock.now());
  opened.set(database, reading);
  // What could not be read now is read again by the next write.
  reading.catch(() => opened.delete(database));
  return reading;
}
