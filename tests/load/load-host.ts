/** The server under load: one that is started here with its own Postgres, or one that runs already. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import type { Sql } from 'postgres';
import { build } from '../../scripts/build.ts';
import { copyBuild } from '../../scripts/copy-build.ts';
import { freePort } from '../../scripts/free-port.ts';
import { connectionIn } from '../../sync-server/db/embedded/embedded-postgres.ts';
import { hasEnded } from '../../sync-server/db/embedded/postgres-process.ts';
import { openPool } from '../../sync-server/db/pool/connect.ts';
import { endProcess } from '../support/end-process.ts';

const HEALTHY_MS = 60_000;
/** The server ends by itself before that, even if something hangs. */
const STOP_MS = 45_000;
const WARN = 40;

export interface LogCount {
  bytes: number;
  /** how often each message at warn or above was logged */
  readonly warnings: Map<string, number>;
}

export interface LoadHost {
  readonly url: string;
  /** what can be read about a server of this machine; null about any other */
  readonly inside: Inside | null;
  readonly log: LogCount | null;
  stop(): Promise<void>;
}

export interface Inside {
  readonly serverPid: number;
  readonly postmaster: number;
  readonly sql: Sql;
  /** where Postgres has its files; null where other databases share them */
  readonly dataDir: string | null;
}

interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly error?: { readonly message?: string; readonly code?: string; readonly kind?: string };
}

/** Counts the lines of a log as they come. A line that is no JSON counts as a warning. */
export function countLog(): { readonly count: LogCount; take(chunk: string): void } {
  const count: LogCount = { bytes: 0, warnings: new Map() };
  let rest = '';
  const warn = (message: string) => void count.warnings.set(message, (count.warnings.get(message) ?? 0) + 1);
  return {
    count,
    take(chunk) {
      count.bytes += Buffer.byteLength(chunk);
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines.filter(Boolean)) {
        try {
          const { level, msg = 'without a message', error } = JSON.parse(line) as LogLine;
          const why = error?.message ?? error?.code ?? error?.kind;
          if (level >= WARN) warn(why === undefined ? msg : `${msg}: ${why}`);
        } catch {
          warn(line.slice(0, 200));
        }
      }
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await endProcess(child);
  clearTimeout(late);
}

async function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Builds what is out of date, and starts the server with the embedded Postgres in a temporary directory. */
export async function startOwnHost(signal: AbortSignal): Promise<LoadHost> {
  await build();
  signal.throwIfAborted();
  const place = await mkdtemp(join(tmpdir(), 'kith-load-'));
  const dataDir = join(place, 'data');
  const { count, take } = countLog();
  let child: ChildProcess | undefined;
  let sql: Sql | undefined;
  const stop = async () => {
    await sql?.end({ timeout: 5 });
    if (child) await end(child);
    await rm(place, { recursive: true, force: true });
  };
  try {
    // A copy, because a later build replaces the files.
    await copyBuild(place);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const { PATH, HOME, TMPDIR } = process.env;
    const settings = { NODE_ENV: 'production', PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, RATE_LIMITS: '0', SIGN_UP: 'open' };
    const server = spawn(process.execPath, [join(place, 'dist/server/main.js')], {
      cwd: place,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Of its own group: Ctrl-C reaches only the load, which then stops the server.
      detached: true,
      env: { PATH, HOME, TMPDIR, ...settings },
    });
    child = server;
    server.stderr.setEncoding('utf8').on('data', take);
    const deadline = Date.now() + HEALTHY_MS;
    while (!(await isHealthy(url))) {
      signal.throwIfAborted();
      if (hasEnded(server) || Date.now() > deadline) throw new Error(`the server did not start: ${[...count.warnings.keys()].join('\n')}`);
      await wait(100);
    }
    const cluster = join(dataDir, 'postgres');
    const [postmaster, , , , socketDir = ''] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
    sql = openPool(connectionIn(socketDir), pino({ level: 'silent' }), 1);
    return { url, inside: { serverPid: server.pid ?? 0, postmaster: Number(postmaster), sql, dataDir: cluster }, log: count, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A server that somebody else started and stops. */
export async function runningHost(address: string): Promise<LoadHost> {
  const url = address.replace(/\/+$/, '');
  if (!(await isHealthy(url))) throw new Error(`No server answers at ${url}.`);
  return { url, inside: null, log: null, stop: async () => undefined };
}
