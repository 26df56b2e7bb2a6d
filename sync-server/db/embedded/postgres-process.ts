/** The processes of the embedded Postgres: Postgres itself, and the watchdog that ends it when the server has ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import { type PostgresBinaries, postgresEnvironment, type RunAs } from './postgres-binaries.ts';
import { markOf } from './postmaster.ts';
import { isRoot } from './started-as-root.ts';

const START_TIMEOUT_MS = 60_000;
/** The most lines kept of its output while it starts. */
const LAST_WORDS = 12;
/** Its last lines may arrive just after it has ended. */
const LAST_WORDS_MS = 250;

/** Where Postgres runs, and as which user. */
export interface ClusterSetup {
  readonly binaries: PostgresBinaries;
  readonly runAs: RunAs | null;
  /** real path of Postgres's own data directory */
  readonly cluster: string;
  /** the path by which Postgres itself knows it */
  readonly clusterName: string;
  /** the path by which we find it, also after we gave up root */
  readonly directory: string;
  readonly socketDir: string;
  /** whether what was committed survives a crash of the machine */
  readonly isDurable: boolean;
}

export interface Postmaster {
  readonly child: ChildProcess;
  /** true as soon as it reports that it accepts connections; false if it ended before that */
  readonly ready: Promise<boolean>;
  /** its last lines before it was ready */
  readonly startupLines: readonly string[];
}

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** For processes that must run as the user of Postgres. If the server already became that user, nothing changes. */
export const asUser = ({ runAs }: Pick<ClusterSetup, 'runAs'>) => (runAs && isRoot() ? { uid: runAs.uid, gid: runAs.gid } : {});

/** Starts Postgres. Until it is ready its complaints go only to `said`, because it may be started again and again. */
export function spawnPostgres(setup: ClusterSetup, log: Logger): Postmaster {
  const durability = setup.isDurable ? 'on' : 'off';
  const settings = {
    listen_addresses: '',
    unix_socket_directories: setup.socketDir,
    unix_socket_permissions: '0700',
    fsync: durability,
    synchronous_commit: durability,
    full_page_writes: durability,
    max_connections: '100',
    shared_buffers: '128MB',
    log_checkpoints: 'off',
    cluster_name: markOf(setup.socketDir),
    // Callers log the errors of their statements. A log line here would quote what members wrote.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
  const args = ['-D', setup.clusterName, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = spawn(setup.binaries.postgres, args, {
    cwd: setup.directory,
    env: postgresEnvironment,
    // In its own session, so that Ctrl-C in the terminal reaches only the server, which first lets running commands finish.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...asUser(setup),
  });
  const startupLines: string[] = [];
  let starting = true;
  const ready = new Promise<boolean>((resolve) => {
    const late = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
    const settle = (isReady: boolean): void => {
      clearTimeout(late);
      starting = false;
      resolve(isReady);
    };
    const onLine = (line: string): void => {
      if (line.includes('database system is ready to accept connections')) settle(true);
      if (starting) startupLines.push(line);
      if (startupLines.length > LAST_WORDS) startupLines.shift();
      const isComplaint =
        /\b(FATAL|PANIC)\b|terminated by signal/.test(line) && !/starting up|shutting down|terminating connection/.test(line);
      if (isComplaint && !starting) log.warn({ postgres: line }, 'Postgres');
      else log.debug({ postgres: line }, 'Postgres');
    };
    if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => line !== '' && onLine(line));
    child.on('exit', () => setTimeout(settle, LAST_WORDS_MS, false)).on('close', () => settle(false));
    child.on('error', (error) => {
      startupLines.push(error.message);
      settle(false);
    });
  });
  return { child, ready, startupLines: startupLines };
}

/**
 * Ends Postgres when the server has ended: a shell that waits on a pipe which only the server has open. `done` means that the server
 * ended Postgres itself.
 */
export function spawnWatchdog(setup: ClusterSetup, child: ChildProcess): ChildProcess {
  const script = `read -r word; [ "$word" = done ] && exit
kill -INT "$1"; rm -rf "$2"; sleep 1.5; kill -QUIT "$1"`;
  const watchdog = spawn('/bin/sh', ['-c', script, 'kith-postgres-watchdog', String(child.pid ?? 0), setup.socketDir], {
    cwd: '/',
    env: postgresEnvironment,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...asUser(setup),
  });
  watchdog.stdin?.on('error', () => undefined);
  watchdog.on('error', () => undefined);
  return watchdog;
}
