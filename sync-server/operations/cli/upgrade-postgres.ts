/** `npm run kith -- upgrade-postgres`. */
import { resolve } from 'node:path';
import { updateBackupDir } from '../backup/backup-before-update.ts';
import { BackupError } from '../backup/backup-format.ts';
import { upgradeEmbedded } from '../backup/upgrade-embedded.ts';
import type { CommandContext } from './command-context.ts';

/** Takes the embedded database over to the Postgres that came with this Kith. */
export async function upgradePostgres(context: CommandContext, { binaries }: { readonly binaries?: string }): Promise<void> {
  const { config, log } = context;
  if (config.databaseUrl) throw new BackupError('This is for the embedded database. Upgrade your own Postgres with its own tools.');
  const { from, to, done } = await upgradeEmbedded({
    dataDir: config.dataDir,
    backupDir: updateBackupDir(config),
    passphrase: config.backupPassphrase,
    binaries: binaries === undefined ? null : resolve(binaries),
    log,
  });
  if (done === null) {
    context.print(`The database is one of Postgres ${to}, which this Kith brings. There is nothing to do.`, { from, to, upgraded: false });
    return;
  }
  const { backup, before } = done;
  const { users = { rows: 0 } } = backup.manifest.sections;
  context.record('upgrade-postgres', { from, to, members: users.rows });
  context.print(
    `${users.rows} members are in Postgres ${to} now. Start Kith: every device fetches everything again.\nThe data of Postgres ${from} is in ${before}, and its backup in ${backup.path}. Delete them when you are sure.`,
    { from, to, upgraded: true, members: users.rows, before, backup: backup.path },
  );
}
