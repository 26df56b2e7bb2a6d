/**
 * Takes the data of the embedded Postgres over a major version: the Postgres that made it writes a backup, which is restored into a new
 * data directory. Until that is complete, the old one is in its place.
 */
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { undoInterruptedSwap } from '../../db/embedded/cluster-swap.ts';
import { startLocked } from '../../db/embedded/embedded-postgres.ts';
import { lockData } from '../../db/embedded/lock-data.ts';
import { olderPostgres } from '../../db/embedded/older-postgres.ts';
import { findPostgres, majorVersion, type PostgresBinaries } from '../../db/embedded/postgres-binaries.ts';
import { clusterVersion } from '../../db/embedded/postgres-cluster.ts';
import { chooseUserForEmbedded } from '../../db/embedded/started-as-root.ts';
import { BackupError } from './backup-format.ts';
import { backupFileName } from './kept-backups.ts';
import { restoreLocked } from './restore-embedded.ts';
import { type WrittenBackup, writeBackup } from './write-backup.ts';

/** Where the older Postgres is kept during the update, below DATA_DIR: other directories may forbid running programs. */
const PLACE = 'upgrading';

export interface Upgrade {
  readonly dataDir: string;
  /** where the backup goes */
  readonly backupDir: string;
  readonly passphrase: string | null;
  /** a directory with the older Postgres; null to fetch it */
  readonly binaries: string | null;
  readonly log: Logger;
}

export interface Upgraded {
  readonly from: number;
  readonly to: number;
  /** null if there was nothing to do */
  readonly done: { readonly backup: WrittenBackup; readonly before: string } | null;
}

/**
 * @throws BackupError or EmbeddedPostgresError, with a message that says what to do, when a server runs, or the data cannot be read or
 *   restored; everything is as before then, except that the backup may be there
 */
export async function upgradeEmbedded({ dataDir, backupDir, passphrase, binaries, log }: Upgrade): Promise<Upgraded> {
  const cluster = join(dataDir, 'postgres');
  const place = join(dataDir, PLACE);
  const unlock = await lockData(dataDir);
  let older: PostgresBinaries | null = null;
  try {
    await undoInterruptedSwap(dataDir);
    const from = await clusterVersion(cluster);
    if (from === null) throw new BackupError(`There is no database in ${dataDir}. Name the place of its data with DATA_DIR.`);
    const to = await majorVersion(await findPostgres(await chooseUserForEmbedded(cluster), dataDir));
    if (from === to) return { from, to, done: null };
    if (from > to)
      throw new BackupError(
        `The database was made by Postgres ${from}, and this Kith brings Postgres ${to}. Start the newer Kith that made it.`,
      );

    // Left by an upgrade that was interrupted.
    await rm(place, { recursive: true, force: true });
    await mkdir(backupDir, { recursive: true, mode: 0o700 });
    const path = join(backupDir, backupFileName(new Date(), `postgres-${from}`));
    const old = await startLocked(dataDir, log, {
      find: async (runAs) => {
        older = await olderPostgres(from, binaries, place, runAs);
        return older;
      },
    });
    let backup: WrittenBackup;
    try {
      backup = await writeBackup(old.connection, path, passphrase);
    } finally {
      await old.stop();
    }
    const { before } = await restoreLocked({ dataDir, path, passphrase, replace: true, sending: 'as before', log }).catch(
      (error: Error) => {
        throw new BackupError(`${error.message} The old data is in its place, and its backup is ${path}.`);
      },
    );
    return { from, to, done: { backup, before: before ?? cluster } };
  } finally {
    if (older !== null) await removeCopy(older, binaries);
    await rm(place, { recursive: true, force: true });
    await unlock();
  }
}

/** A copy of the older Postgres may have been made outside of our directory, where another user can run it. It is not needed again. */
async function removeCopy({ postgres }: PostgresBinaries, given: string | null): Promise<void> {
  if (given !== null && postgres.startsWith(`${given}/`)) return;
  const home = dirname(dirname(dirname(postgres)));
  if (/\/kith-postgres-[^/]+$/.test(home)) await rm(home, { recursive: true, force: true });
}
