import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { PushSide } from './push-side.ts';
import type { ReplicatedCollection } from './replicated-collection.ts';
import type { UnsentWrites } from './unsent-writes.ts';

/**
 * Sees to writes that RxDB does not hand over. It looks for them by the time at which they were written, and a write of
 * another tab can be stored a moment after a later one was taken note of; a tab that is killed may store a write and never
 * tell of it, so that not even this worker knows. Such a write would lie there for ever, and later ones behind it.
 */
export interface UnsentTiming {
  readonly lookEveryMs: number;
  readonly ringAfterMs: number;
  readonly touchAfterMs: number;
  /** how often it is looked for writes that nobody told of */
  readonly readEveryMs: number;
}
export const usualUnsentTiming: UnsentTiming = { lookEveryMs: 1000, ringAfterMs: 1000, touchAfterMs: 4000, readEveryMs: 10_000 };

export function watchUnsent(options: {
  readonly collections: ReadonlyMap<CollectionName, ReplicatedCollection>;
  readonly unsent: UnsentWrites;
  readonly push: Pick<PushSide, 'busyWith'>;
  readonly timing?: UnsentTiming;
}): { close(): void } {
  const { collections, unsent, push } = options;
  const { lookEveryMs, ringAfterMs, touchAfterMs, readEveryMs } = options.timing ?? usualUnsentTiming;
  const touched = new Map<string, number>();
  let read = performance.now();

  async function look(): Promise<void> {
    const now = performance.now();
    if (now - read >= readEveryMs) {
      read = now;
      await unsent.read();
    }
    for (const { collection, id, writeId, since } of [...unsent.all()]) {
      const of = collections.get(collection);
      const age = now - since;
      if (!of || push.busyWith(collection) || age < ringAfterMs) continue;
      of.ring();
      if (age < touchAfterMs || now - (touched.get(writeId) ?? Number.NEGATIVE_INFINITY) < 10 * touchAfterMs) continue;
      touched.set(writeId, now);
      const row = (await of.held.byId([id])).get(id);
      if (row) unsent.note(collection, row);
      if (row?.unsent !== 1) continue;
      // Written once more as it is: the write id stays, so that it is the same write to the server.
      await of.collection.storageInstance.bulkWrite([{ previous: row as never, document: row as never }], 'kith-hand-over');
    }
  }

  let closed = false;
  const timer = setInterval(() => {
    look().catch((error) => {
      if (!closed) console.error('Unsent writes could not be looked for', error);
    });
  }, lookEveryMs);
  return {
    close() {
      closed = true;
      clearInterval(timer);
    },
  };
}
