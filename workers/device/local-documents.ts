import type { LocalDatabase } from './open-local-database.ts';

/** RxDB's code and status for a document that exists already. */
const isConflict = (error: unknown): boolean =>
  (error as { readonly code?: string }).code === 'CONFLICT' || (error as { readonly status?: number }).status === 409;

/** The data of a local document; undefined if there is none. */
export async function readLocal<T extends object>(database: LocalDatabase, id: string): Promise<T | undefined> {
  return (await database.getLocal<T>(id))?.toJSON().data as T | undefined;
}

/**
 * Calls back with the data of a local document, at once and after each change in any realm; with undefined while there is none. What cannot be
 * read is not reported, and the next change is read again. The returned function ends that.
 *
 * RxDB's `getLocal$` does the same. It also looks at each changed row of each collection, and keeps all of them in memory as long as the page
 * lives.
 */
export function followLocal<T extends object>(database: LocalDatabase, id: string, onData: (data: T | undefined) => void): () => void {
  let newest: object | undefined;
  async function read(): Promise<void> {
    const own = {};
    newest = own;
    try {
      const data = await readLocal<T>(database, id);
      // A later read began after a later change.
      if (own === newest) onData(data);
    } catch (error) {
      if (own === newest) console.warn(`Could not read ${id}`, error);
    }
  }
  const subscription = database.eventBulks$.subscribe(({ isLocal, events }) => {
    if (isLocal && events.some(({ documentId }) => documentId === id)) void read();
  });
  void read();
  return () => {
    newest = undefined;
    subscription.unsubscribe();
  };
}

/** Changes a local document, and creates it if there is none. Other realms may do the same at the same time. */
export async function modifyLocal<T extends object>(database: LocalDatabase, id: string, initial: T, change: (before: T) => T): Promise<T> {
  for (;;) {
    const held = await database.getLocal<T>(id);
    if (held) {
      const changed = await held.incrementalModify((before) => change(before as T) as never);
      return changed.toJSON().data as T;
    }
    try {
      const made = await database.insertLocal<T>(id, change(initial));
      return made.toJSON().data as T;
    } catch (error) {
      // Another realm created it in between.
      if (!isConflict(error)) throw error;
    }
  }
}
