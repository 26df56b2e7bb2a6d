/**
 * The epoch identifies the life of the database that a device's numbers belong to. After a restore from a backup those numbers may mean
 * other changes. So the database gets a new epoch, and every device starts its reading over.
 *
 * The server detects most restores by itself. A database that was filled from a dump, or copied, has another identity. So have files of the
 * embedded Postgres that were copied back (`db/embedded/cluster-files.ts`). A database whose heads go back under a running server was put
 * back. What is left are snapshots of a whole disk, and files on network file systems: there the operator must run `npm run restored`.
 *
 * A copy must call and mail nobody: its members are those of another server. So with a new epoch everything that is sent to members rests
 * (`core/sending.ts`), in the same statement. Only where the database went back under a running server it does not: a server that goes on
 * running is in its place, as after a standby with less data took over. What it should have sent more than an hour ago is dropped.
 */
import type { Logger } from 'pino';
import { databaseHome } from '../db/database-home.ts';
import { dropOverdueSends } from '../db/jobs.ts';
import type { Database, Tx } from '../db/pool/transaction.ts';

/**
 * Devices that refreshed their session since the backup have newer refresh tokens than this database. Compared with what is stored, such a
 * token would count as stolen, which signs its owner out. So no current token is known any more, until the device presents one.
 */
const forgetCurrentTokens = (tx: Tx) => tx`update sessions set token_hash = ''`;

/** What separates a database's identity from that of its files. */
const FILES = '#';
const databaseOf = (home: string): string => home.split(FILES)[0] ?? '';

/** Whether the stored home is this one. A process that does not know the files compares the database alone. */
const isHome = (stored: string, here: string): boolean =>
  stored.includes(FILES) && here.includes(FILES) ? stored === here : databaseOf(stored) === databaseOf(here);

const restingNow = (tx: Tx) => tx`, resting_since = coalesce(resting_since, now()), resting_because = coalesce(resting_because, 'copied')`;

/**
 * The current epoch. Sets a new one where this database is not the same as the last time.
 *
 * @param files identifies the files of the embedded Postgres, if they are known
 * @param rests whether sending rests if it is another database
 */
export async function currentEpoch(database: Database, log: Logger, files: string | null = null, rests = true): Promise<string> {
  const known = await database.read(async (tx) => {
    const [row] = await tx<{ epoch: string; home: string | null }[]>`select epoch, home from epoch`;
    const home = await databaseHome(tx);
    return { epoch: row?.epoch ?? '', home: row?.home ?? null, here: files === null ? home : `${home}${FILES}${files}` };
  });
  const same = known.home === null || isHome(known.home, known.here);
  // A process that did not know the files may have stored the database alone.
  const complete = known.home !== null && (known.home.includes(FILES) || files === null);
  if (same && complete) return known.epoch;
  return database.write(async (tx) => {
    // Where several servers see it at the same time, the first changes it and the others find it changed.
    const changed = await tx<{ epoch: string }[]>`
      update epoch set home = ${known.here}, epoch = case when ${same} then epoch else gen_random_uuid() end
        ${same || !rests ? tx`` : restingNow(tx)}
      where home is not distinct from ${known.home} returning epoch`;
    if (changed.length > 0 && !same) {
      log.warn('this database was restored or copied; every device fetches everything again');
      await forgetCurrentTokens(tx);
    }
    const [row] = changed.length > 0 ? changed : await tx<{ epoch: string }[]>`select epoch from epoch`;
    return row?.epoch ?? '';
  });
}

/**
 * Replaces `known` with a new epoch. Returns the current one, which another process may have set. Without `known` it always replaces, and
 * sending rests unless `rests` is false.
 */
export async function renewEpoch(database: Database, known: string | null = null, rests = known === null): Promise<string> {
  return database.write(async (tx) => {
    const renewed = await tx`
      update epoch set epoch = gen_random_uuid() ${rests ? restingNow(tx) : tx``} where ${known}::uuid is null or epoch = ${known}::uuid`;
    if (renewed.count > 0) await forgetCurrentTokens(tx);
    if (renewed.count > 0 && known !== null) await dropOverdueSends(tx);
    const [row] = await tx<{ epoch: string }[]>`select epoch from epoch`;
    return row?.epoch ?? '';
  });
}
