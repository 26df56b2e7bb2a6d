/** One local database for each member. */
export const databaseName = (userId: string): string => `kith-${userId}`;

/** What the names of a member's databases begin with in IndexedDB: whatever erases the store goes by that. */
export const storePrefix = (userId: string): string => `rxdb-dexie-${databaseName(userId)}--`;

/** The images on this device, beside the rows: bytes need none of what RxDB does for rows. */
export const imageDatabaseName = (userId: string): string => `${storePrefix(userId)}images`;
