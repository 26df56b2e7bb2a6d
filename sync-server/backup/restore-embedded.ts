/**
 * Restores a backup for the embedded Postgres. A new cluster is filled beside the one in use and takes its place when it is complete, so a
 * restore that fails or is interrupted leaves everything as it was.
 */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { lockData } from '../db/data-lock.ts';
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { BackupError } from './backup-format.ts';
import { type RestoredBackup, restoreBackup } from './restore-backup.ts';

/** Where the new cluster is made, below DATA_DIR. */
const PLACE = 'restoring';

/**
 * @returns what was restored, and the directory to which an earlier database was moved
 * @throws BackupError when there is a database and `replace` is false, or the file cannot be restored; everything is as before then
 */
export async function restoreEmbedded(options: {
  readonly dataDir: string;
  readonly path: string;
  readonly passphrase: string | null;
  readonly replace: boolean;
  readonly log: Logger;
}): Promise<{ readonly restored: RestoredBackup; readonly before: string | null }> {
  const { dataDir, path, passphrase, replace, log } = options;
  await mkdir(dataDir, { recursive: true });
  const unlock = await lockData(dataDir);
  const cluster = join(dataDir, 'postgres');
  const place = join(dataDir, PLACE);
  try {
    if (existsSync(cluster) && !replace) {
      throw new BackupError(`There is a database in ${dataDir}. Restore into another DATA_DIR, or move this one aside with --replace.`);
    }
    // Left by a restore that was interrupted.
    await rm(place, { recursive: true, force: true });
    const embedded = await startEmbeddedPostgres(place, log);
    let restored: RestoredBackup;
    try {
      restored = await restoreBackup(embedded.connection, path, passphrase, log);
    } finally {
      await embedded.stop();
    }
    const before = existsSync(cluster)
      ? join(dataDir, `postgres-before-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z`)
      : null;
    if (before !== null) await rename(cluster, before);
    await rename(join(place, 'postgres'), cluster);
    return { restored, before };
  } finally {
    await rm(place, { recursive: true, force: true });
    await unlock();
  }
}
