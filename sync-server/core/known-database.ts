/**
 * Remembers in DATA_DIR that a database has members. If the server later finds an empty database that is another one, it does not begin
 * anew: a wrong DATABASE_URL, a volume that was not mounted or a deleted directory would look like an empty circle, and devices would
 * throw away what they have.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { databaseHome } from '../db/database-home.ts';
import type { Database } from '../db/pool/transaction.ts';

const FILE = 'members-are-in';

export class EmptyDatabaseError extends Error {}

/** @throws EmptyDatabaseError when this database has no members and another one had, by the file in `dataDir` */
export async function checkKnownDatabase(database: Database, dataDir: string, log: Logger): Promise<void> {
  const path = join(dataDir, FILE);
  const known = await readFile(path, 'utf8').catch(() => null);
  const { home, hasMembers } = await database.read(async (tx) => {
    const [row] = await tx<{ some: boolean }[]>`select exists (select from users) as some`;
    return { home: await databaseHome(tx), hasMembers: row?.some === true };
  });
  if (hasMembers && known !== home) {
    await writeFile(path, home, { mode: 0o600 }).catch((error: Error) => {
      // With a database elsewhere there may be no such directory. Then an empty database is not recognised.
      log.debug({ error: error.message }, 'could not write to DATA_DIR; an empty database will not be noticed');
    });
  }
  if (hasMembers || known === null) return;
  if (known !== home) {
    throw new EmptyDatabaseError(
      `This database is empty, and the one of before had members. If that is wrong, correct DATABASE_URL or DATA_DIR, or restore a backup (npm run kith -- restore). To begin anew, delete ${path}.`,
    );
  }
  // The last member has left this very database.
  await rm(path, { force: true });
}
