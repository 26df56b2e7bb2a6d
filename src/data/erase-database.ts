import { databaseName } from '../../schemas/local/database-name.ts';

const DELETE_LIMIT_MS = 3000;

/** Deletes all that lies in IndexedDB of one member, whichever version of the app made it. */
export async function eraseDatabase(userId: string): Promise<void> {
  const known = await indexedDB.databases();
  const mine = known.flatMap(({ name }) => (name?.startsWith(`rxdb-dexie-${databaseName(userId)}--`) ? [name] : []));
  await Promise.all(
    mine.map(
      (name) =>
        new Promise<void>((resolve) => {
          // A tab that hangs keeps its connection; the deletion is then done as soon as it lets go.
          const limit = setTimeout(resolve, DELETE_LIMIT_MS);
          const done = () => {
            clearTimeout(limit);
            resolve();
          };
          const deletion = indexedDB.deleteDatabase(name);
          deletion.onsuccess = done;
          deletion.onerror = done;
        }),
    ),
  );
}
