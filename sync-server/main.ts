/**
 * The process: runs the command it was called with, or serves. To serve, it reads the configuration, opens the database, listens, and in
 * the end closes everything in order. A failure to start that is expected prints a sentence without a trace. The exit code is then 1.
 */
import { createServer, type Server } from 'node:net';
import { MAILBOX_PATH, mailboxIsShown } from './accounts/mail/mailbox-page.ts';
import { commonPasswords } from './accounts/ways-in/common-passwords.ts';
import { builtClient, createApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './base/config.ts';
import { DatabaseError, isDamaged } from './base/database-errors.ts';
import { nameOfDatabase } from './base/database-url.ts';
import { createLog } from './base/log.ts';
import { checkKnownDatabase, EmptyDatabaseError } from './core/known-database.ts';
import { restingSentence } from './core/sending.ts';
import { EmbeddedPostgresError } from './db/embedded/postgres-binaries.ts';
import { giveUpRoot, type HeldDirectory, holdBuiltApp, RootError } from './db/embedded/started-as-root.ts';
import { MigrationError } from './db/migrate.ts';
import { DAMAGE_ADVICE } from './db/outage-log.ts';
import { type Connection, connect } from './db/pool/connect.ts';
import { type RestingBecause, readResting } from './db/resting.ts';
import { fillDemo } from './demo/fill-demo.ts';
import { imageLibrary } from './features/images/convert-image.ts';
import { createHttpServer, type Door } from './http/http-server.ts';
import { backUpBeforeUpdate, updateBackupDir } from './operations/backup/backup-before-update.ts';
import { BackupError } from './operations/backup/backup-format.ts';
import { makeBackupDirectory } from './operations/backup/scheduled-backups.ts';
import { runCli } from './operations/cli/cli.ts';
import { CommandError } from './operations/cli/command-context.ts';
import { withoutControlCharacters } from './operations/cli/shown.ts';
import { currentEpoch, renewEpoch } from './sync/epoch.ts';

/** How long running requests get to end. Streams end at once, and new requests are sent elsewhere. */
const DRAIN_MS = 8_000;
/** By then everything has arrived that was on its way when the server received the signal to stop. */
const UNUSED_MS = 500;

class StartError extends Error {}
const expected = [
  BackupError,
  CommandError,
  ConfigError,
  DatabaseError,
  EmptyDatabaseError,
  EmbeddedPostgresError,
  MigrationError,
  RootError,
  StartError,
];

/** Resolves once the server listens. `onListening` runs in the same turn in which the port is taken, before anybody can connect. */
function listen(server: Server, { host, port }: Config, onListening: () => void = () => undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new StartError(`Port ${port} is taken. Stop what uses it, or choose another one with PORT.`));
      else if (error.code === 'EACCES')
        reject(new StartError(`Port ${port} may not be used by this user. Choose one from 1024 on with PORT.`));
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
        reject(new StartError(`${host} (HOST) is no address of this machine. Leave it out to be reached from this machine alone.`));
      else reject(error);
    });
    server.listen(port, host, () => {
      try {
        onListening();
        resolve();
      } catch (error) {
        server.close();
        reject(error);
      }
    });
  });
}

/** Finds out before anything is made whether the server could listen. The port is taken for good only when everything else is ready. */
async function checkPort(config: Config): Promise<void> {
  const probe = createServer();
  await listen(probe, config);
  await new Promise((resolve) => probe.close(resolve));
}

/** Who may sign up, in words. */
const signUps: Record<Config['signUp'], string> = {
  open: 'open to everybody who gets here',
  invited: 'for the first member and those whom a member has invited (SIGN_UP)',
  closed: 'closed to all but addresses that a member has invited (SIGN_UP)',
};

/** Prints five lines: where the server is, where its data are, where mails go, who may sign up, how to stop it. */
function printSummary(config: Config, resting: RestingBecause | null): void {
  const data = config.databaseUrl ? `the database ${nameOfDatabase(config.databaseUrl)} (DATABASE_URL)` : config.dataDir;
  const onThePage = mailboxIsShown(config) ? `at http://localhost:${config.port}${MAILBOX_PATH}, or ` : '';
  const out = config.smtpUrl && (resting === null ? `out through ${new URL(config.smtpUrl).host}` : `nowhere. ${restingSentence(resting)}`);
  const mails = out ?? `nowhere, without SMTP_URL: read them on this machine ${onThePage}with npm run kith -- mails`;
  console.log(`Kith is at      ${config.publicUrl}`);
  console.log(`Data are in     ${data}`);
  console.log(`Mails go        ${mails}`);
  console.log(`Sign-up is      ${signUps[config.signUp]}`);
  console.log('Stop with       Ctrl-C');
}

async function main(): Promise<void> {
  if (process.argv[2] === 'kith') {
    process.exitCode = await runCli(process.argv.slice(3), process.env);
    return;
  }
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);

  let connection: Connection | null = null;
  let app: Awaited<ReturnType<typeof createApp>> | null = null;
  let door: Door | null = null;
  let client: HeldDirectory | null = null;
  let stopping = false;

  async function stop(exitCode: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    // Ends the process even if something hangs. Postgres then stops by itself.
    setTimeout(() => process.exit(exitCode), DRAIN_MS + 25_000).unref();
    let tooLate: () => void = () => undefined;
    const late = setTimeout(() => {
      door?.server.closeAllConnections();
      tooLate();
    }, DRAIN_MS);
    await Promise.race([
      app?.drain(),
      new Promise<void>((resolve) => {
        tooLate = resolve;
      }),
    ]);
    const closed = new Promise<void>((resolve) => (door ? door.server.close(() => resolve()) : resolve()));
    // Browsers keep connections open for their next request. The server does not wait for a connection once its answer is out.
    const idle = setInterval(() => door?.server.closeIdleConnections(), 50);
    const unheard = setTimeout(() => door?.closeUnused(), UNUSED_MS);
    await closed;
    clearInterval(idle);
    clearTimeout(unheard);
    clearTimeout(late);
    await app?.close();
    await connection?.close();
    await client?.close();
    process.exit(exitCode);
  }
  const onSignal = () => void stop(0);
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);

  const onlyRestored = process.argv.includes('--restored');
  if (!onlyRestored) await checkPort(config);
  connection = await connect(config, log, {
    async beforeUpdate(first, found) {
      // With a database elsewhere, DATA_DIR is no place of ours.
      if (config.databaseUrl && !config.backupDir) return;
      await backUpBeforeUpdate({ ...found, directory: updateBackupDir(config), passphrase: config.backupPassphrase, first, log });
    },
  });
  connection.onGivenUp((error) => {
    log.fatal({ error: error.message }, 'the database cannot be started again; stopping');
    void stop(1);
  });
  try {
    await checkKnownDatabase(connection.database, config.dataDir, log);
    await currentEpoch(connection.database, log, connection.files);
    if (onlyRestored) {
      await renewEpoch(connection.database);
      console.log('Every device will fetch everything again, and send again what it wrote since the backup.');
      console.log(restingSentence('copied'));
      return await stop(0);
    }
    if (config.backupDir) await makeBackupDirectory(config.backupDir, connection.user);
    client = await holdBuiltApp(builtClient());
    app = await createApp({
      config,
      clientDir: client.path,
      database: connection.database,
      sql: connection.sql,
      listener: connection.listener,
      connectionClasses: connection.connectionClasses,
      disk: connection.disk,
      backupTarget: connection.target,
      log,
    });
    if (process.argv.includes('--demo')) await demo(app, connection);
    const { user } = connection;
    // Loads on-demand modules now, while they are still readable.
    if (user && config.natsUrl) await import('@nats-io/transport-node');
    if (user) await Promise.all([imageLibrary(), commonPasswords()]);
    const opening = createHttpServer(app.app.fetch, log, config.host);
    await listen(opening.server, config, () => {
      door = opening;
      if (!user) return;
      giveUpRoot(user);
      log.info(user, 'gave up root; running as this user');
    });
    app.startBackups();
  } catch (error) {
    await app?.close();
    await connection.close();
    throw error;
  }
  printSummary(config, await readResting(connection.sql));
}

async function demo({ engine }: Awaited<ReturnType<typeof createApp>>, { database }: Connection): Promise<void> {
  const filled = await fillDemo({ engine, database });
  if (!filled) {
    console.log('There are members already, so no demo was added. To see it, start with an empty DATA_DIR.');
    return;
  }
  for (const login of filled.logins) console.log(`Demo login      ${login.email}  password ${login.password}`);
}

main().catch((error: unknown) => {
  if (expected.some((kind) => error instanceof kind)) console.error(withoutControlCharacters((error as Error).message));
  else if (isDamaged(error)) console.error(`The database is damaged: ${(error as Error).message}.\n${DAMAGE_ADVICE}`);
  // Without its fields: when a URL cannot be parsed, one of them is the URL, with its password.
  else console.error(error instanceof Error ? error.stack : error);
  process.exit(1);
});
