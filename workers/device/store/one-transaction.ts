import type { Dexie } from 'dexie';
import type { RxCollection } from 'rxdb';

interface Stored {
  readonly name: string;
  readonly storageInstance: Pick<RxCollection['storageInstance'], 'internals'>;
}

/**
 * Runs reads of these collections, of one database, in one transaction. A transaction costs a browser more than a short read. `work` may await
 * these reads only.
 */
export function inOneTransaction<T>(collections: readonly Stored[], work: () => Promise<T>): Promise<T> {
  const store = collections[0]?.storageInstance.internals as Partial<Dexie> | undefined;
  // A store in memory has no transactions.
  if (!store?.transaction) return work();
  return (store as Dexie).transaction(
    'r',
    collections.map(({ name }) => name),
    work,
  );
}
