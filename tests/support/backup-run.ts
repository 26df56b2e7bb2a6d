/**
 * A backup, a restore or an upgrade in a process of its own: `<act> <what it needs, as JSON>`. Prints how long it took, its processor time,
 * and the most memory that the process had.
 */
import { dirname } from 'node:path';
import { pino } from 'pino';
import type { DatabaseTarget } from '../../sync-server/db/pool/connect.ts';
import { restoreBackup } from '../../sync-server/operations/backup/restore-backup.ts';
import { restoreEmbedded } from '../../sync-server/operations/backup/restore-embedded.ts';
import { upgradeEmbedded } from '../../sync-server/operations/backup/upgrade-embedded.ts';
import { writeBackup } from '../../sync-server/operations/backup/write-backup.ts';

export interface BackupActs {
  readonly backup: { readonly target: DatabaseTarget; readonly file: string };
  readonly restore: { readonly target: DatabaseTarget; readonly file: string };
  /** into a new directory, with a Postgres of its own */
  readonly 'restore-embedded': { readonly dataDir: string; readonly file: string };
  /** `binaries` is a directory with the older Postgres. The backup goes into the data directory's parent. */
  readonly upgrade: { readonly dataDir: string; readonly binaries: string };
}

const log = pino({ level: 'silent' });
const passphrase = null;
const acts: { [Act in keyof BackupActs]: (given: BackupActs[Act]) => Promise<unknown> } = {
  backup: ({ target, file }) => writeBackup(target, file, passphrase),
  restore: ({ target, file }) => restoreBackup(target, file, passphrase, log),
  'restore-embedded': ({ dataDir, file }) => restoreEmbedded({ dataDir, path: file, passphrase, replace: false, log }),
  upgrade: ({ dataDir, binaries }) => upgradeEmbedded({ dataDir, backupDir: dirname(dataDir), passphrase, binaries, log }),
};

const [act = '', given = ''] = process.argv.slice(2);
const begun = performance.now();
await (acts as Record<string, (given: unknown) => Promise<unknown>>)[act]?.(JSON.parse(given));
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
console.log(JSON.stringify({ ms: performance.now() - begun, mb: maxRSS / 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 }));
