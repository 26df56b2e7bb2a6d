/** `npm run kith -- backup` and `npm run kith -- restore`. */
import { join, resolve } from 'node:path';
import { RESUME_COMMAND } from '../../core/sending.ts';
import { BackupError } from '../backup/backup-format.ts';
import { backupFileName } from '../backup/kept-backups.ts';
import { restoreBackup, type SendingAfter } from '../backup/restore-backup.ts';
import { restoreEmbedded } from '../backup/restore-embedded.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { type CommandContext, withDatabase } from './command-context.ts';
import { shownBytes } from './shown.ts';

/** Writes a backup to this file, or to a new one in BACKUP_DIR or the current directory. */
export async function backup(context: CommandContext, file: string | undefined): Promise<void> {
  const { config } = context;
  const path = resolve(file ?? join(config.backupDir ?? '.', backupFileName(new Date())));
  const written = await withDatabase(context, ({ target }) => writeBackup(target, path, config.backupPassphrase));
  const { users = { rows: 0 } } = written.manifest.sections;
  context.record('backup', { bytes: written.bytes });
  const safety = config.backupPassphrase === null ? 'It is not encrypted: keep it as safe as the server.' : 'It is encrypted.';
  context.print(`${path}\n${shownBytes(written.bytes)}, ${users.rows} members, read once more and found complete. ${safety}`, {
    path,
    bytes: written.bytes,
    encrypted: config.backupPassphrase !== null,
    startedAt: written.header.startedAt,
    rows: Object.fromEntries(Object.entries(written.manifest.sections).map(([name, { rows }]) => [name, rows])),
  });
}

/** Restores a backup into an empty database. With `replace`, an embedded one that has members is moved aside first. With `resume` it sends to its
 * members at once. */
export async function restore(
  context: CommandContext,
  file: string,
  { replace = false, resume = false }: { readonly replace?: boolean; readonly resume?: boolean },
): Promise<void> {
  const { config, log } = context;
  const path = resolve(file);
  if (config.databaseUrl && replace) {
    throw new BackupError('--replace is for the embedded database. Create an empty database, and let DATABASE_URL lead to it.');
  }
  const sending: SendingAfter = resume ? { resumesAt: config.publicUrl } : 'rests';
  const { restored, before } = config.databaseUrl
    ? { restored: await restoreBackup(config.databaseUrl, path, config.backupPassphrase, log, sending), before: null }
    : await restoreEmbedded({ dataDir: config.dataDir, path, passphrase: config.backupPassphrase, replace, sending, log });
  const { users = { rows: 0 } } = restored.manifest.sections;
  context.record('restore', { members: users.rows });
  const rests = resume ? '' : `\nNo mails and no calls are sent. If this is the place where your members are now, run: ${RESUME_COMMAND}`;
  const aside = before === null ? '' : `\nWhat was there before is in ${before}. Delete it when you are sure.`;
  context.print(
    `Restored ${users.rows} members, as of ${restored.header.startedAt}. Start Kith now: every device fetches everything again, and sends again what it wrote since.${rests}${aside}`,
    { members: users.rows, asOf: restored.header.startedAt, before, resting: !resume },
  );
}
