/**
 * `npm run kith -- doctor`: looks at everything that has to be right for a server, and says for each thing that it is good, or what to do.
 * It changes nothing. `doctor-checks.ts` has the checks of what is outside of the database.
 */
import { stat } from 'node:fs/promises';
import type { Sql } from 'postgres';
import { countUnreadableSecrets } from '../../accounts/secrets/sealed-secrets.ts';
import type { Config } from '../../base/config.ts';
import { isLoopbackUrl } from '../../base/loopback.ts';
import { kithVersion } from '../../base/version.ts';
import { isAnotherPlace, restingSentence } from '../../core/sending.ts';
import { readDiskSpace } from '../../db/embedded/disk-space.ts';
import { findMissing, migrationsDir, readMigrations } from '../../db/migrate.ts';
import { type DatabaseTarget, openPooledDatabase } from '../../db/pool/connect.ts';
import { checkPooler, RECONNECT } from '../../db/pool/pooler.ts';
import { readResting } from '../../db/resting.ts';
import { isPushKeyUnreadable } from '../../features/push/push-keys.ts';
import { readBackupDirectory } from '../backup/scheduled-backups.ts';
import { checkPush } from './check-push.ts';
import { type CommandContext, withDatabase } from './command-context.ts';
import { checkClock, checkMail, checkOutside, checkProvider, checkServer, type Finding, good, todo } from './doctor-checks.ts';
import { shownBytes } from './shown.ts';

/** Settings that are allowed and yet hardly meant. */
export function checkSettings(config: Config): Finding[] {
  const { publicUrl, smtpUrl, signUp, rateLimits, contactEmail, backupDir } = config;
  const name = 'settings';
  if (isLoopbackUrl(publicUrl)) return [good(name, `Only this machine reaches Kith (${publicUrl}). For others, set PUBLIC_URL.`)];
  const found = [
    publicUrl.startsWith('https:')
      ? null
      : todo(name, `PUBLIC_URL is ${publicUrl}: browsers install the app, work offline and take notices only over https.`),
    smtpUrl ? null : todo(name, 'Without SMTP_URL nobody gets a mail: you hand out every link yourself (npm run kith -- mails).'),
    signUp === 'open' ? todo(name, 'SIGN_UP=open lets everybody in who finds the address.') : null,
    rateLimits ? null : todo(name, 'RATE_LIMITS=0 lets strangers guess passwords without end. Remove it.'),
    contactEmail ? null : todo(name, 'Without CONTACT_EMAIL nobody reads reports, and nobody learns of a failed backup.'),
    backupDir ? null : todo(name, 'Without BACKUP_DIR no backups are written.'),
  ].filter((finding) => finding !== null);
  return found.length > 0 ? found : [good(name, `Kith is at ${publicUrl}, and sign-up is ${signUp}.`)];
}

function checkVersions(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const fits = major > 20 || (major === 20 && minor >= 19);
  return fits
    ? good('versions', `Kith ${kithVersion()}, Node ${process.versions.node}.`)
    : todo('versions', `Node ${process.versions.node} is too old. Install Node 20.19 or later.`);
}

/** The database may be new, or of an older version. */
async function hasTable(sql: Sql, name: string): Promise<boolean> {
  const [found] = await sql<{ there: boolean }[]>`select to_regclass(${name}) is not null as there`;
  return found?.there === true;
}

async function checkDatabase(sql: Sql): Promise<Finding[]> {
  const [server] = await sql<{ version: string; encoding: string; size: number; ms: number }[]>`
    select current_setting('server_version') as version, pg_encoding_to_char(encoding) as encoding,
      pg_database_size(oid)::float8 as size, (extract(epoch from clock_timestamp()) * 1000)::float8 as ms
    from pg_database where datname = current_database()`;
  if (!server) return [todo('database', 'The database does not say what it is.')];
  const behind = server.ms - Date.now();
  return [
    server.encoding === 'UTF8'
      ? good('database', `Postgres ${server.version}, ${shownBytes(server.size)}.`)
      : todo('database', `The database is in ${server.encoding}. Create one in UTF8, and move the data with a backup.`),
    Math.abs(behind) < 2_000
      ? good('clock', 'This machine and the database agree on the time.')
      : todo(
          'clock',
          `The database is ${Math.round(Math.abs(behind) / 1000)} s ${behind > 0 ? 'ahead of' : 'behind'} this machine. Set both by NTP.`,
        ),
  ];
}

async function checkMigrations(sql: Sql): Promise<Finding[]> {
  const known = await readMigrations(migrationsDir);
  const missing = (await hasTable(sql, 'migrations')) ? await findMissing(sql, known) : known;
  return [
    missing.length > 0
      ? todo('migrations', `${missing.length} of ${known.length} are missing. Starting the server applies them.`)
      : good('migrations', `All ${known.length} are applied.`),
  ];
}

async function checkSecrets(sql: Sql, { secretsKey, pushKeys }: Config): Promise<Finding[]> {
  const unreadable = (await hasTable(sql, 'second_factors')) ? await countUnreadableSecrets(sql, secretsKey) : 0;
  const noPush = pushKeys === null && (await hasTable(sql, 'push_keys')) && (await isPushKeyUnreadable(sql, secretsKey));
  const advice = 'Set SECRETS_KEY to that of before.';
  return [
    unreadable > 0
      ? `One-time codes of ${unreadable} members were sealed with another SECRETS_KEY. ${advice} If it is lost, these members sign in with a recovery code.`
      : null,
    noPush
      ? `The key for push services was sealed with another SECRETS_KEY, so no device is called. ${advice} If it is lost, set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: devices subscribe again when Kith is opened there.`
      : null,
  ].flatMap((text) => (text === null ? [] : [todo('secrets', text)]));
}

async function checkSending(sql: Sql, { publicUrl }: Config): Promise<Finding[]> {
  if (!(await hasTable(sql, 'epoch'))) return [];
  const because = (await readResting(sql)) ?? ((await isAnotherPlace(sql, publicUrl)) ? 'moved' : null);
  return because === null ? [] : [todo('sending', restingSentence(because))];
}

async function checkThroughPooler({ config, log }: CommandContext, target: DatabaseTarget): Promise<Finding[]> {
  const { databasePoolerUrl: url } = config;
  if (url === null) return [];
  const database = openPooledDatabase(url, target, log, 1);
  try {
    const missing = await checkPooler(database, url);
    return [
      missing.length === 0
        ? good('pooler', 'It leads to the same database, and its connections have all settings.')
        : todo('pooler', `It has connections without ${missing.join(', ')}. ${RECONNECT}.`),
    ];
  } finally {
    await database.close();
  }
}

async function checkDisk({ databaseUrl, dataDir }: Config): Promise<Finding[]> {
  if (databaseUrl) return [];
  const { free, reserved } = await readDiskSpace(dataDir);
  return [
    free > 4 * reserved
      ? good('disk', `${shownBytes(free)} are free below ${dataDir}.`)
      : todo('disk', `Only ${shownBytes(free)} are free below ${dataDir}. Below ${shownBytes(reserved)} nobody can write.`),
  ];
}

/** Somebody else who may write there can replace what the server reads, or wait for what root writes next. */
async function checkWriters({ databaseUrl, dataDir, backupDir, secretFiles }: Config): Promise<Finding[]> {
  const places = [...(databaseUrl ? [] : [dataDir]), ...(backupDir ? [backupDir] : []), ...secretFiles];
  const found = await Promise.all(
    places.map(async (path) => {
      const { mode } = await stat(path).catch(() => ({ mode: 0 }));
      return (mode & 0o002) === 0 ? [] : [todo('files', `Every user of this machine may write to ${path}. Run: chmod o-w ${path}`)];
    }),
  );
  return found.flat();
}

async function checkBackups({ backupDir }: Config): Promise<Finding[]> {
  if (backupDir === null) return [];
  const { state, newest, failure } = await readBackupDirectory(backupDir, new Date());
  if (failure) return [todo('backups', `The last one failed: ${failure.message}`)];
  if (newest === null)
    return [todo('backups', `There is none in ${backupDir} yet. The running server writes one, or: npm run kith -- backup`)];
  const at = newest.toISOString().slice(0, 16).replace('T', ' ');
  return [
    state === 'good'
      ? good('backups', `The newest is of ${at} UTC.`)
      : todo('backups', `The newest is of ${at} UTC. Is the server running?`),
  ];
}

/** A check that fails says so in its own line, and the others go on. */
async function attempt(name: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  return check().catch((error: Error) => [todo(name, error.message)]);
}

const shown = ({ good: isGood, name, text }: Finding): string => `${isGood ? 'good ' : 'TO DO'}  ${name.padEnd(10)}  ${text}`;

/** What needs the database. Opening it may mean starting the embedded Postgres, so it is opened once. */
async function checkWithDatabase(context: CommandContext): Promise<{ readonly database: Finding[]; readonly outside: Finding[] }> {
  try {
    return await withDatabase(context, async ({ sql, target }) => ({
      database: [
        ...(await attempt('database', () => checkDatabase(sql))),
        ...(await attempt('migrations', () => checkMigrations(sql))),
        ...(await attempt('secrets', () => checkSecrets(sql, context.config))),
        ...(await attempt('sending', () => checkSending(sql, context.config))),
        ...(await attempt('pooler', () => checkThroughPooler(context, target))),
      ],
      outside: await attempt('outside', () => checkOutside(context.config, sql)),
    }));
  } catch (error) {
    const { message } = error as Error;
    return { database: [todo('database', message)], outside: [todo('outside', message)] };
  }
}

/** Prints all findings. Returns whether everything is good. With `mail`, a mail is sent to that address. */
export async function doctor(context: CommandContext, { mail }: { readonly mail?: string }): Promise<boolean> {
  const { config } = context;
  const { database, outside } = await checkWithDatabase(context);
  const findings = [
    ...checkSettings(config),
    checkVersions(),
    ...(await attempt('disk', () => checkDisk(config))),
    ...(await attempt('files', () => checkWriters(config))),
    ...(await attempt('clock', checkClock)),
    ...database,
    ...(await attempt('server', () => checkServer(config))),
    ...outside,
    ...(await attempt('mail', () => checkMail(config, mail ?? null))),
    ...(await attempt('provider', () => checkProvider(config))),
    ...(await attempt('push', () => checkPush(config))),
    ...(await attempt('backups', () => checkBackups(config))),
  ];
  context.print(findings.map(shown).join('\n'), findings);
  return findings.every((finding) => finding.good);
}
