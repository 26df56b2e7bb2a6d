import { createTopic } from '../../../schemas/base/topic.ts';
import type { LocalDatabase } from '../../../workers/device/open-local-database.ts';
import { type PendingRows, trackPending } from '../../../workers/device/pending/track-pending.ts';

/**
 * The pending rows of this device as this page knows them, in memory. They are read once for each open store, when somebody asks, and
 * followed from then on.
 */
interface Known {
  readonly read: Promise<PendingRows>;
  rows: PendingRows | null;
}

const changed = createTopic<[database: LocalDatabase]>();
const known = new WeakMap<LocalDatabase, Known>();

/** Calls back once the rows of this store are known, and whenever other rows are pending than before. */
export const onPendingChange = (database: LocalDatabase, listener: () => void): (() => void) =>
  changed.subscribe((of) => of === database && listener());

/** The pending rows as far as they are known at this moment; null if they were not read yet. */
export const knownPending = (database: LocalDatabase): PendingRows | null => known.get(database)?.rows ?? null;

/** Resolves to the pending rows of this store. Rejects if they cannot be read; the next call reads them again. */
export function pendingOf(database: LocalDatabase): Promise<PendingRows> {
  const before = known.get(database);
  if (before) return before.read;
  const announce = () => changed.announce(database);
  const one: Known = { rows: null, read: trackPending(database, announce) };
  known.set(database, one);
  one.read.then(
    (rows) => {
      one.rows = rows;
      announce();
    },
    () => known.delete(database),
  );
  return one.read;
}
