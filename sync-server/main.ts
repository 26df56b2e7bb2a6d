/**
 * The process: runs the command it was called with, or serves. To serve, it reads the configuration, opens the database, listens, and in
 * the end closes everything in order. A failure to start that is expected prints a sentence without a trace. The exit code is then 1.
 */
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { MAILBOX_PATH, mailboxIsShown } from './accounts/mailbox-page.ts';
import { builtClient, createApp } from './app.ts';
import { backUpBeforeUpdate, updateBackupDir } from './backup/backup-before-update.ts';
import { BackupError } from './backup/backup-format.ts';
import { makeBackupDirectory } from './backup/scheduled-backups.ts';
import { runCli } from './commands/cli.ts';
import { CommandError } from './commands/command-context.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { type Connection, connect } from './db/connect.ts';
import { DatabaseError, isDamaged } from './db/database-errors.ts';
import { nameOfDatabase } from './db/database-url.ts';
import { MigrationError } from './db/migrate.ts';
import { DAMAGE_ADVICE } from './db/outage-log.ts';
import { EmbeddedPostgresError } from './db/postgres-binaries.ts';
import { fillDemo } from './demo/demo.ts';
import { imageLibrary } from './features/images/convert-image.ts';
import { type Connections, followConnections } from './http/unused-connections.ts';
import { checkKnownDatabase, EmptyDatabaseError } from './known-database.ts';
import { createLog } from './log.ts';
import { giveUpRoot, type HeldDirectory, holdBuiltApp, RootError } from './started-as-root.ts';
import { currentEpoch, renewEpoch } from './sync/epoch.ts';

/** How long running requests get to end. Streams are told at once, and new requests are sent elsewhere. */
const DRAIN_MS = 8_000;
/**
 * How long any request may take to arrive. Its answer may take as long as it likes: a stream never ends. `http/validate.ts` limits how long
 * a body may take by its size. A connection is kept for the next request for longer than proxies keep it (Caddy two minutes): a proxy that
 * sends a request just as the connection is closed may answer with 502.
 */
const TIMES = { headersTimeout: 20_000, requestTimeout: 150_000, connectionsCheckingInterval: 5_000, keepAliveTimeout: 130_000 };
/** By then everything has arrived that was on its way when the server was told to stop. */
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
function listen(config: Config, fetch: Parameters<typeof serve>[0]['fetch'], onListening: () => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port: config.port, hostname: config.host, serverOptions: TIMES }, () => {
      try {
        onListening();
        resolve(server as Server);
      } catch (error) {
        server.close();
        reject(error);
      }
    });
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(new StartError(`Port ${config.port} is taken. Stop what uses it, or choose another one with PORT.`));
      else if (error.code === 'EACCES')
        reject(new StartError(`Port ${config.port} may not be used by this user. Choose one from 1024 on with PORT.`));
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
        reject(new StartError(`${config.host} (HOST) is no address of this machine. Leave it out to be reached from this machine alone.`));
      else reject(error);
    });
  });
}

/** Who may sign up, in words. */
const signUps: Record<Config['signUp'], string> = {
  open: 'open to everybody who gets here',
  invited: 'for the first member and those whom a member has invited (SIGN_UP)',
  closed: 'closed to all but addresses that a member has invited (SIGN_UP)',
};

/** Prints five lines: where the server is, where its data are, where mails go, who may sign up, how to stop it. */
function printSummary(config: Config): void {
  const data = config.databaseUrl ? `the database ${nameOfDatabase(config.databaseUrl)} (DATABASE_URL)` : config.dataDir;
  const onThePage = mailboxIsShown(config) ? `at http://localhost:${config.port}${MAILBOX_PATH}, or ` : '';
  const mails = config.smtpUrl
    ? `out through ${new URL(config.smtpUrl).host}`
    : `nowhere, without SMTP_URL: read them on this machine ${onThePage}with npm run kith -- mails`;
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
  let server: Server | null = null;
  let connections: Connections | null = null;
  let client: HeldDirectory | null = null;
  let stopping = false;

  async function stop(exitCode: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    // Ends the process even if something hangs. Postgres then stops by itself.
    setTimeout(() => process.exit(exitCode), DRAIN_MS + 25_000).unref();
    let tooLate: () => void = () => undefined;
    const late = setTimeout(() => {
      server?.closeAllConnections();
      tooLate();
    }, DRAIN_MS);
    await Promise.race([
      app?.drain(),
      new Promise<void>((resolve) => {
        tooLate = resolve;
      }),
    ]);
    const closed = new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    // Browsers keep connections open for their next request. The server does not wait for a connection once its answer is out.
    const idle = setInterval(() => server?.closeIdleConnections(), 50);
    const unheard = setTimeout(() => connections?.closeUnused(), UNUSED_MS);
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

  connection = await connect(config, log, {
    async beforeUpdate(first, found) {
      // With a database elsewhere, DATA_DIR is no place of ours.
      if (config.databaseUrl && !config.backupDir) return;
      await backUpBeforeUpdate({ ...found, directory: updateBackupDir(config), passphrase: config.backupPassphrase, first, log });
    },
  });
  connection.onGivenUp((error) => {
    log.fatal({ error: error.message }, 'the database is gone');
    void stop(1);
  });
  try {
    await checkKnownDatabase(connection.database, config.dataDir, log);
    await currentEpoch(connection.database, log, connection.files);
    if (process.argv.includes('--restored')) {
      await renewEpoch(connection.database);
      console.log('Every device will fetch everything again, and send again what it wrote since the backup.');
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
    if (user) await imageLibrary();
    server = await listen(config, app.app.fetch, () => {
      if (!user) return;
      giveUpRoot(user);
      log.info(user, 'root was given up');
    });
    app.startBackups();
    connections = followConnections(server);
  } catch (error) {
    await app?.close();
    await connection.close();
    throw error;
  }
  printSummary(config);
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
  if (expected.some((kind) => error instanceof kind)) console.error((error as Error).message);
  else if (isDamaged(error)) console.error(`The database is damaged: ${(error as Error).message}.\n${DAMAGE_ADVICE}`);
  // Without its fields: when a URL cannot be parsed, one of them is the URL, with its password.
  else console.error(error instanceof Error ? error.stack : error);
  process.exit(1);
});
