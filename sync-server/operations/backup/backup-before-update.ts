/** A backup before an update changes tables, so that the version of before can go on with it. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Config } from '../../base/config.ts';
import { describeError } from '../../base/log.ts';
import { readDiskSpace } from '../../db/embedded/disk-space.ts';
import type { DatabaseTarget } from '../../db/pool/connect.ts';
import { backupFileName } from './kept-backups.ts';
import { writeBackup } from './write-backup.ts';

/** Where such backups go. */
export const updateBackupDir = ({ backupDir, dataDir }: Pick<Config, 'backupDir' | 'dataDir'>): string =>
  backupDir ?? join(dataDir, 'before-update');

/** How many of them are kept. */
const KEPT = 3;
const NAME = /^kith-before-\d{4}_\w+-\d{4}-\d\d-\d\d-\d{6}Z\.backup$/;

/**
 * Writes a backup into `directory` if there are members and there is room for it. Without room, or if it fails, the log says so and the
 * update goes on: the tables change in one transaction, so a failed update leaves them as they were.
 *
 * @param first the first migration that is missing
 */
export async function backUpBeforeUpdate(options: {
  readonly sql: Sql;
  readonly target: DatabaseTarget;
  readonly directory: string;
  readonly passphrase: string | null;
  readonly first: string;
  readonly log: Logger;
}): Promise<void> {
  const { sql, target, directory, passphrase, first, log } = options;
  try {
    const [found] = await sql<{ members: boolean; size: number }[]>`
      select exists (select from users) as members, pg_database_size(current_database())::float8 as size`;
    if (!found?.members) return;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const { free, reserved } = await readDiskSpace(directory);
    if (free < found.size + reserved) {
      log.warn({ free, size: found.size }, 'not enough disk space for a backup before this update; updating without one');
      return;
    }
    const { path, bytes } = await writeBackup(target, join(directory, backupFileName(new Date(), first.replace(/\.sql$/, ''))), passphrase);
    log.info({ path, bytes }, 'wrote a backup before the update');
    const others = (await readdir(directory))
      .filter((name) => NAME.test(name))
      .toSorted((a, b) => a.slice(-23).localeCompare(b.slice(-23)));
    for (const name of others.slice(0, -KEPT)) await rm(join(directory, name), { force: true });
  } catch (error) {
    log.warn({ error: describeError(error) }, 'could not write a backup before this update; updating without one');
  }
}
