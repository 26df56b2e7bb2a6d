/** One local database for each member. */
export const databaseName = (userId: string): string => `kith-${userId}`;
