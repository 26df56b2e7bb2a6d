/** Keeps a Postgres running: one that ends is started again, one that ends again and again is given up, and none is without a watchdog. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { lacksDiskSpace } from './disk-space.ts';
import { DAMAGE_ADVICE } from './outage-log.ts';
import { EmbeddedPostgresError } from './postgres-binaries.ts';
import { hasEnded, type Place, type Postmaster, spawnPostgres, spawnWatchdog } from './postgres-process.ts';
import { endBackends, markOf } from './postmaster.ts';

const STOP_TIMEOUT_MS = 20_000;
/** More restarts than this in a minute, and something is wrong that restarting does not mend. */
const MAX_RESTARTS = 5;
const SPACE_PAUSE_MS = 1_000;
const START_ATTEMPTS = 12;

export interface SupervisedPostgres {
  readonly pid: number | undefined;
  /** Stops it in order. */
  stop(): Promise<void>;
  /** Called when it ended and could not be started again. */
  onGivenUp(handler: (error: Error) => void): void;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts Postgres and supervises it from then on. @throws EmbeddedPostgresError where it does not start; nothing runs then */
export async function supervisePostgres(place: Place, log: Logger): Promise<SupervisedPostgres> {
  const { cluster, socketDir } = place;
  let stopping = false;
  let givenUp: (error: Error) => void = () => undefined;
  let server = spawnPostgres(place, log);
  let watchdog = guard(server.child);
  const restarts: number[] = [];

  const supervise = (): void => {
    server.child.once('exit', async (code, signal) => {
      // A full disk ends Postgres as often as it is started: that says nothing of how it will go once there is space.
      const forSpace = await lacksDiskSpace(place.directory);
      if (stopping) return;
      const now = Date.now();
      if (!forSpace) restarts.push(now);
      if (restarts.filter((at) => now - at < 60_000).length > MAX_RESTARTS) {
        givenUp(new EmbeddedPostgresError('Postgres ended again and again; what it said is in the log.'));
        return;
      }
      log.warn({ code, signal }, 'Postgres ended unexpectedly and is started again');
      void restart();
    });
  };
  /** Postgres is never without a watchdog: one that is killed is replaced. */
  function guard(guarded: ChildProcess): ChildProcess {
    const made = spawnWatchdog(place, guarded);
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
      server = spawnPostgres(place, log);
      watchdog = guard(server.child);
      if (await server.ready) break;
      watchdog.stdin?.end('done\n');
      const forSpace = await lacksDiskSpace(place.directory);
      if (forSpace) withoutSpace += 1;
      // Ever more seldom, the longer it lasts.
      if (forSpace && Number.isInteger(Math.log2(withoutSpace)))
        log.error({ attempts: withoutSpace }, 'Postgres could not start for lack of disk space, and is started again until there is some');
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
      const forSpace = await lacksDiskSpace(place.directory);
      throw new EmbeddedPostgresError(
        `Postgres did not start on ${cluster}. ${forSpace ? 'The disk is full: make some space there.' : lastWords(server)}`,
      );
    }
    await pause(300);
    server = spawnPostgres(place, log);
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

/** What one that did not start said last, and what to do then. It had read no statement yet: nothing of anybody's text is in it. */
const lastWords = ({ said }: Postmaster): string =>
  `Its last words:\n${said.map((line) => `  ${line}`).join('\n') || '  (none)'}\nIf files are damaged or missing: ${DAMAGE_ADVICE}`;
