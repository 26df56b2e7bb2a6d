/** One local database for each member. */
export const databaseName = (userId: string): string => `kith-${userId}`;

const prefixOf = (name: string): string => `rxdb-dexie-${name}--`;

/** In IndexedDB: all collections of a database lie in this one. */
export const storeDatabaseName = (name: string): string => `${prefixOf(name)}store`;

/** What the names of a member's databases begin with in IndexedDB, in all versions of the app: whatever erases the store goes by that. */
export const storePrefix = (userId: string): string => prefixOf(databaseName(userId));

/** The images on this device, beside the rows: bytes need none of what RxDB does for rows. */
export const imageDatabaseName = (userId: string): string => `${storePrefix(userId)}images`;

/** What RxDB notes of the database and its collections. */
export const NOTES_TABLE = '_rxdb_internal';
/** The local documents of the database. */
export const DOCUMENTS_TABLE = 'plugin-local-documents-';
