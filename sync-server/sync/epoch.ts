/**
 * The epoch says which life of the database a device's numbers belong to. After a restore from a backup those numbers may stand for
 * other changes, so the database gets a new epoch, and every device starts over with its reading.
 *
 * What can be seen is seen without being told: a database that was filled from a dump or copied is another one than it was, and
 * one whose heads go back under a running server was put back. Files that were copied back while nothing ran look like what they
 * were, so there the operator says so (`npm run restored`).
 */
import type { Logger } from 'pino';
import type { Database, Tx } from '../db/transaction.ts';

/** The very database, down to its table: a dump, a copy and a move to another Postgres all make another. */
export async function databaseHome(tx: Tx): Promise<string> {
  const [row] = await tx<{ place: string; may_ask: boolean }[]>`
    select d.oid || '/' || 'epoch'::regclass::oid as place, has_function_privilege('pg_control_system()', 'execute') as may_ask
    from pg_database d where d.datname = current_database()`;
  const place = row?.place ?? '';
  // Some who rent out databases keep this to themselves.
  if (!row?.may_ask) return place;
  const [system] = await tx<{ id: string }[]>`select system_identifier::text as id from pg_control_system()`;
  return `${system?.id}/${place}`;
}

/** The epoch of now; a new one where this database is another than the last time. */
export async function currentEpoch(database: Database, log: Logger): Promise<string> {
  const known = await database.read(async (tx) => {
    const [row] = await tx<{ epoch: string; home: string | null }[]>`select epoch, home from epoch`;
    return { epoch: row?.epoch ?? '', home: row?.home ?? null, here: await databaseHome(tx) };
  });
  if (known.home === known.here) return known.epoch;
  return database.write(async (tx) => {
    // Of several servers that see it at once, the first changes it and the others find it changed.
    const changed = await tx<{ epoch: string }[]>`
      update epoch set home = ${known.here}, epoch = case when home is null then epoch else gen_random_uuid() end
      where home is distinct from ${known.here} returning epoch`;
    if (changed.length > 0 && known.home !== null) {
      log.warn('this database was restored or copied: every device fetches everything again');
    }
    const [row] = changed.length > 0 ? changed : await tx<{ epoch: string }[]>`select epoch from epoch`;
    return row?.epoch ?? '';
  });
}

/** A new epoch in place of `known`, or whichever took its place already; without `known` a new one in any case. */
export async function renewEpoch(database: Database, known: string | null = null): Promise<string> {
  return database.write(async (tx) => {
    await tx`update epoch set epoch = gen_random_uuid() where ${known}::uuid is null or epoch = ${known}::uuid`;
    const [row] = await tx<{ epoch: string }[]>`select epoch from epoch`;
    return row?.epoch ?? '';
  });
}
