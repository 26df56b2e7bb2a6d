import { browserStorage } from '../device/browser-storage.ts';
import { databaseName, ERASE_LOCK, storeDatabaseName } from '../device/database-name.ts';
import { listDatabases } from '../device/indexed-db.ts';
import { type LocalDatabase, openLocalDatabase } from '../device/open-local-database.ts';
import { rememberedMember } from '../device/session/remembered-member.ts';
import { presentLayout } from '../device/store/layout.ts';
import { layoutVersion } from '../device/store/layout-names.ts';
import { OtherStore } from '../device/store/other-store.ts';

/**
 * The local store, as a service worker may open it: only for a member who is still signed in, and only a store that exists in exactly the
 * version of this worker. So it neither creates nor upgrades one.
 */

/** A realm opens a store once. */
const openStores = new Map<string, LocalDatabase>();

/** Whether the store of this member exists in exactly the version of this worker. */
export async function isOurs(userId: string): Promise<boolean> {
  const name = storeDatabaseName(databaseName(userId));
  const held = (await listDatabases())?.find((one) => one.name === name);
  return layoutVersion(held?.version ?? 0) === presentLayout.version;
}

/** The store that this worker has open for this member at the moment; undefined if there is none. */
export const openStore = (userId: string): LocalDatabase | undefined => openStores.get(userId);

/**
 * Opens the store of a member who is still signed in. No erasure runs in between: either it has ended before, and there is no store, or it
 * begins afterwards, and asks this worker to close the store.
 *
 * @throws OtherStore if there is no such store, or nobody is signed in as this member any more
 */
export async function openExisting(userId: string): Promise<LocalDatabase> {
  return navigator.locks.request(ERASE_LOCK, { mode: 'shared' }, async () => {
    if ((await rememberedMember()) !== userId || !(await isOurs(userId))) throw new OtherStore('There is no such store any more');
    const database = await openLocalDatabase({ userId, storage: browserStorage(), multiInstance: true });
    openStores.set(userId, database);
    database.onClose.push(() => {
      if (openStores.get(userId) === database) openStores.delete(userId);
    });
    return database;
  });
}
