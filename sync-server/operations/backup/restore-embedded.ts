/**
 * Restores a backup for the embedded Postgres. A new cluster is filled beside the one in use and takes its place when it is complete, so a
 * restore that fails or is interrupted leaves everything as it was.
 */
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { replaceCluster, undoInterruptedSwap } from '../../db/embedded/cluster-swap.ts';
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';
import { lockData } from '../../db/embedded/lock-data.ts';
import { BackupError } from './backup-format.ts';
import { type RestoredBackup, restoreBackup, type SendingAfter } from './restore-backup.ts';

/** Where the new cluster is made, below DATA_DIR. */
const PLACE = 'restoring';

interface EmbeddedRestore {
  readonly dataDir: string;
  readonly path: string;
  readonly passphrase: string | null;
  readonly replace: boolean;
  /** whether it rests by default */
  readonly sending?: SendingAfter;
  readonly log: Logger;
}

interface RestoredEmbedded {
  readonly restored: RestoredBackup;
  /** the directory to which an earlier database was moved */
  readonly before: string | null;
}

/**
 * @returns what was restored, and the directory to which an earlier database was moved
 * @throws BackupError when there is a database and `replace` is false, or the file cannot be restored; everything is as before then
 */
export async function restoreEmbedded(options: EmbeddedRestore): Promise<RestoredEmbedded> {
  await mkdir(options.dataDir, { recursive: true });
  const unlock = await lockData(options.dataDir);
  try {
    return await restoreLocked(options);
  } finally {
    await unlock();
  }
}

/** The same, for a caller that holds the lock of `dataDir`. */
export async function restoreLocked({ dataDir, path, passphrase, replace, sending, log }: EmbeddedRestore): Promise<RestoredEmbedded> {
  const cluster = join(dataDir, 'postgres');
  const place = join(dataDir, PLACE);
  await undoInterruptedSwap(dataDir);
  try {
    if (existsSync(cluster) && !replace) {
      throw new BackupError(`There is a database in ${dataDir}. Restore into another DATA_DIR, or move this one aside with --replace.`);
    }
    // Left by a restore that was interrupted.
    await rm(place, { recursive: true, force: true });
    const embedded = await startEmbeddedPostgres(place, log);
    let restored: RestoredBackup;
    try {
      restored = await restoreBackup(embedded.connection, path, passphrase, log, sending);
    } finally {
      await embedded.stop();
    }
    return { restored, before: await replaceCluster(dataDir, join(place, 'postgres')) };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
