/** Each member has one local database. */
export const databaseName = (userId: string): string => `kith-${userId}`;

const prefixOf = (name: string): string => `rxdb-dexie-${name}--`;

/** The name in IndexedDB. All collections of a database are in this one. */
export const storeDatabaseName = (name: string): string => `${prefixOf(name)}store`;

/** The prefix of a member's databases in IndexedDB, in all versions of the app. Code that erases the store relies on it. */
export const storePrefix = (userId: string): string => prefixOf(databaseName(userId));

/** The database of the images on this device, separate from the rows: bytes need nothing of what RxDB does for rows. */
export const imageDatabaseName = (userId: string): string => `${storePrefix(userId)}images`;

/** The database of the drafts on this device. It stays when the rows are cleared and fetched anew. */
export const draftDatabaseName = (userId: string): string => `${storePrefix(userId)}drafts`;

/**
 * The database of what other apps shared with Kith on this device and what waits for its member. What came while nobody was signed in belongs
 * to nobody yet, so no sign-out erases it.
 */
export const shareDatabaseName = (userId: string | null): string => (userId === null ? 'kith-share' : `${storePrefix(userId)}share`);

/** The database with what this device remembers of its calls (`calls/arrived-calls.ts`). Whatever erases the store erases it. */
export const callsDatabaseName = (userId: string): string => `${storePrefix(userId)}calls`;

/** Held alone while databases of signed-out members are erased, and shared while a worker without a page opens one. */
export const ERASE_LOCK = 'kith-erase';

/** The table with RxDB's own data about the database and its collections. */
export const RXDB_TABLE = '_rxdb_internal';
/** The table of the database's local documents. */
export const DOCUMENTS_TABLE = 'plugin-local-documents-';
