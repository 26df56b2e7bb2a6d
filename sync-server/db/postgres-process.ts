/** The processes of the embedded Postgres: Postgres itself, and who ends it when the server is gone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import { isRoot } from '../started-as-root.ts';
import { type PostgresBinaries, postgresEnvironment, type RunAs } from './postgres-binaries.ts';
import { markOf } from './postmaster.ts';

const START_TIMEOUT_MS = 60_000;
/** What is kept of what it says while it starts. */
const LAST_WORDS = 12;
/** What it said last may arrive just after it has ended. */
const LAST_WORDS_MS = 250;

/** Where a Postgres runs, and as whom. */
export interface Place {
  readonly binaries: PostgresBinaries;
  readonly runAs: RunAs | null;
  /** real path of Postgres's own data directory */
  readonly cluster: string;
  /** how Postgres itself is told where that is */
  readonly clusterName: string;
  /** by which name we find it, also once we are not root any more */
  readonly directory: string;
  readonly socketDir: string;
}

export interface Postmaster {
  readonly child: ChildProcess;
  /** true as soon as it takes connections, by its own word; false where it ended before that */
  readonly ready: Promise<boolean>;
  /** its last lines from before it was ready */
  readonly said: readonly string[];
}

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** For what is started as the user of Postgres: who has become that user already has nothing to change. */
export const asUser = ({ runAs }: Pick<Place, 'runAs'>) => (runAs && isRoot() ? { uid: runAs.uid, gid: runAs.gid } : {});

/** Starts Postgres. While it starts, only `said` keeps what it complains about: it may be started again and again. */
export function spawnPostgres(place: Place, log: Logger): Postmaster {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: place.socketDir,
    unix_socket_permissions: '0700',
    fsync: 'on',
    synchronous_commit: 'on',
    max_connections: '100',
    shared_buffers: '128MB',
    log_checkpoints: 'off',
    cluster_name: markOf(place.socketDir),
    // Errors of statements are the caller's to log; here they would quote what people wrote.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
  const args = ['-D', place.clusterName, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = spawn(place.binaries.postgres, args, {
    cwd: place.directory,
    env: postgresEnvironment,
    // A session of its own: Ctrl-C in the terminal is for the server, which first lets running commands finish.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...asUser(place),
  });
  const said: string[] = [];
  let starting = true;
  const ready = new Promise<boolean>((resolve) => {
    const late = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
    const settle = (isReady: boolean): void => {
      clearTimeout(late);
      starting = false;
      resolve(isReady);
    };
    const hear = (line: string): void => {
      if (line.includes('database system is ready to accept connections')) settle(true);
      if (starting) said.push(line);
      if (said.length > LAST_WORDS) said.shift();
      const isComplaint =
        /\b(FATAL|PANIC)\b|terminated by signal/.test(line) && !/starting up|shutting down|terminating connection/.test(line);
      if (isComplaint && !starting) log.warn({ postgres: line }, 'Postgres');
      else log.debug({ postgres: line }, 'Postgres');
    };
    if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => line !== '' && hear(line));
    child.on('exit', () => setTimeout(settle, LAST_WORDS_MS, false)).on('close', () => settle(false));
    child.on('error', (error) => {
      said.push(error.message);
      settle(false);
    });
  });
  return { child, ready, said };
}

/**
 * Ends Postgres when the server is gone: a shell that waits on a pipe which only the server holds. `done` says that the server
 * ended Postgres itself.
 */
export function spawnWatchdog(place: Place, child: ChildProcess): ChildProcess {
  const script = `read -r word; [ "$word" = done ] && exit
kill -INT "$1"; rm -rf "$2"; sleep 1.5; kill -QUIT "$1"`;
  const watchdog = spawn('/bin/sh', ['-c', script, 'kith-postgres-watchdog', String(child.pid ?? 0), place.socketDir], {
    cwd: '/',
    env: postgresEnvironment,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...asUser(place),
  });
  watchdog.stdin?.on('error', () => undefined);
  watchdog.on('error', () => undefined);
  return watchdog;
}
