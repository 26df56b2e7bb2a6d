/**
 * Keeps Postgres running. It is started again when it ends, and given up when it ends again and again. A watchdog guards it at all times.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { pause } from '../../../schemas/base/pause.ts';
import { DAMAGE_ADVICE } from '../outage-log.ts';
import { lacksDiskSpace } from './disk-space.ts';
import { EmbeddedPostgresError } from './postgres-binaries.ts';
import { type ClusterSetup, hasEnded, type Postmaster, spawnPostgres, spawnWatchdog } from './postgres-process.ts';
import { endBackends, markOf } from './postmaster.ts';

const STOP_TIMEOUT_MS = 20_000;
/** If it restarts more often than this in a minute, restarting does not help. */
const MAX_RESTARTS = 5;
const SPACE_PAUSE_MS = 1_000;
const START_ATTEMPTS = 12;

export interface SupervisedPostgres {
  readonly pid: number | undefined;
  /** Stops it in an orderly way. */
  stop(): Promise<void>;
  /** Calls `handler` when it ended and could not be started again. */
  onGivenUp(handler: (error: Error) => void): void;
}

/**
 * Starts Postgres and supervises it from then on.
 *
 * @throws EmbeddedPostgresError if it does not start; nothing is running then
 */
export async function supervisePostgres(setup: ClusterSetup, log: Logger): Promise<SupervisedPostgres> {
  const { cluster, socketDir } = setup;
  let stopping = false;
  let givenUp: (error: Error) => void = () => undefined;
  let server = spawnPostgres(setup, log);
  let watchdog = guard(server.child);
  const restarts: number[] = [];

  const supervise = (): void => {
    server.child.once('exit', async (code, signal) => {
      // On a full disk Postgres ends after every start. That does not show how it will run once there is disk space.
      const forSpace = await lacksDiskSpace(setup.directory);
      if (stopping) return;
      const now = Date.now();
      if (!forSpace) restarts.push(now);
      if (restarts.filter((at) => now - at < 60_000).length > MAX_RESTARTS) {
        givenUp(new EmbeddedPostgresError('Postgres ended again and again; what it said is in the log.'));
        return;
      }
      log.warn({ code, signal }, 'Postgres ended unexpectedly; starting it again');
      void restart();
    });
  };
  /** Starts a watchdog for Postgres, and a new one whenever that is killed. */
  function guard(guarded: ChildProcess): ChildProcess {
    const made = spawnWatchdog(setup, guarded);
    made.once('exit', () => {
      if (made === watchdog && !stopping && !hasEnded(guarded)) watchdog = guard(guarded);
    });
    return made;
  }
  async function restart(): Promise<void> {
    watchdog.stdin?.end('done\n');
    let withoutSpace = 0;
    for (let attempts = 1; !stopping; ) {
      await endBackends(markOf(socketDir));
      if (stopping) return;
      server = spawnPostgres(setup, log);
      watchdog = guard(server.child);
      if (await server.ready) break;
      watchdog.stdin?.end('done\n');
      const forSpace = await lacksDiskSpace(setup.directory);
      if (forSpace) withoutSpace += 1;
      // Log attempts 1, 2, 4, 8 and so on: less and less often, the longer it lasts.
      if (forSpace && Number.isInteger(Math.log2(withoutSpace)))
        log.error({ attempts: withoutSpace }, 'Postgres could not start for lack of disk space; trying again until there is some');
      if (!forSpace && attempts === 20) {
        givenUp(new EmbeddedPostgresError(`Postgres could not be started again on ${cluster}. ${lastWords(server)}`));
        return;
      }
      if (!forSpace) attempts += 1;
      await pause(forSpace ? SPACE_PAUSE_MS : 250);
    }
    if (!stopping) supervise();
  }
  async function stop(): Promise<void> {
    stopping = true;
    const { child } = server;
    if (!hasEnded(child)) {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      const late = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(late);
    }
    watchdog.stdin?.end('done\n');
  }

  for (let attempt = 1; ; attempt += 1) {
    if (await server.ready) break;
    watchdog.stdin?.end('done\n');
    if (attempt === START_ATTEMPTS) {
      stopping = true;
      const forSpace = await lacksDiskSpace(setup.directory);
      throw new EmbeddedPostgresError(
        `Postgres did not start on ${cluster}. ${forSpace ? 'The disk is full: make some space there.' : lastWords(server)}`,
      );
    }
    await pause(300);
    server = spawnPostgres(setup, log);
    watchdog = guard(server.child);
  }
  supervise();
  return {
    get pid() {
      return server.child.pid;
    },
    stop,
    onGivenUp(handler) {
      givenUp = handler;
    },
  };
}

/**
 * The last lines of a Postgres that did not start, and what to do. It had not read any statement yet, so they contain no text of members.
 */
const lastWords = ({ startupLines: said }: Postmaster): string =>
  `Its last words:\n${said.map((line) => `  ${line}`).join('\n') || '  (none)'}\nIf files are damaged or missing: ${DAMAGE_ADVICE}`;
