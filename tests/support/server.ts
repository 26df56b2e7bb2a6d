/**
 * The real, built server in its own process, which tests may kill. It uses a new database in the Postgres of the test run, or the Postgres
 * that it starts itself.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { build } from '../../scripts/build.ts';
import { copyBuild } from '../../scripts/copy-build.ts';
import { freePort } from '../../scripts/free-port.ts';
import { hasEnded } from '../../sync-server/db/embedded/postgres-process.ts';
import { keepLog } from './artefacts.ts';
import { endProcess } from './end-process.ts';
import { type TestDatabase, testDatabase } from './postgres.ts';
import type { TestMail } from './start-app.ts';

export interface ServerOptions {
  /** the base address of members' links and cookies: the proxy's address, where there is a proxy */
  readonly publicUrl?: string;
  readonly port?: number;
  /** the Node that runs it, by the path of its program; by default the one that runs the test */
  readonly node?: string;
  /** starts its own Postgres with its data here, instead of a database in the shared one */
  readonly dataDir?: string;
  /** a database to share with other servers; its creator closes it */
  readonly on?: TestDatabase;
  readonly flags?: readonly string[];
  /** another checkout, already built, whose server and app are to run */
  readonly checkout?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

export type TestServer = Awaited<ReturnType<typeof startServer>>;

let built: Promise<unknown> | undefined;

/** Builds what is stale, unless it is another checkout's, and makes a directory with a copy of the build. The caller removes it. */
export async function placeBuild(checkout?: string): Promise<string> {
  if (!checkout) {
    built ??= build({ log: () => undefined });
    await built;
  }
  const place = await mkdtemp(join(tmpdir(), 'kith-server-'));
  await copyBuild(place, checkout);
  return place;
}

/** Starts the built server; resolves when it is healthy. */
export async function startServer(options: ServerOptions = {}) {
  const place = await placeBuild(options.checkout);
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const database = options.dataDir ? null : (options.on ?? (await testDatabase()));
  let output = '';
  keepLog(() => output);
  let child: ChildProcess;

  function run(flags: readonly string[]): ChildProcess {
    const made = spawn(options.node ?? process.execPath, [join(place, 'dist/server/main.js'), ...flags], {
      cwd: place,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        PUBLIC_URL: options.publicUrl ?? url,
        RATE_LIMITS: '0',
        ...(database ? { DATABASE_URL: database.url } : { DATA_DIR: options.dataDir }),
        ...options.env,
      },
    });
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    made.stdout?.on('data', collect);
    made.stderr?.on('data', collect);
    return made;
  }

  async function start(): Promise<void> {
    child = run(options.flags ?? []);
    await vi.waitFor(
      async () => {
        const healthy = !hasEnded(child) && (await fetch(`${url}/api/health`)).ok;
        if (!healthy) throw new Error(`the server is not healthy:\n${output}`);
      },
      { timeout: 60_000, interval: 50 },
    );
  }

  const end = (signal: NodeJS.Signals): Promise<number | null> => endProcess(child, signal);

  async function mails(): Promise<TestMail[]> {
    const response = await fetch(`${url}/dev/mail`, { headers: { accept: 'application/json' } });
    return (await response.json()) as TestMail[];
  }

  await start();
  return {
    port,
    /** the server itself, bypassing any proxy */
    url,
    /** the address that members use */
    publicUrl: options.publicUrl ?? url,
    /** the server's own copy of the app's files, which it serves */
    clientDir: join(place, 'dist/client'),
    /** the database, for what no screen does yet */
    database,
    output: () => output,
    pid: () => child.pid,
    kill9: () => end('SIGKILL'),
    /** Asks the server to stop; resolves to its exit code. */
    terminate: () => end('SIGTERM'),
    /**
     * Runs its program with these words while it is stopped, and resolves when that run has ended: a command, or a start that is refused.
     */
    async runOnce(...words: string[]): Promise<{ code: number | null; output: string }> {
      const before = output.length;
      // If it serves instead, `stop` ends it.
      child = run(words);
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, output: output.slice(before) };
    },
    /** Starts it again on the same port over the same data: after a kill, or in place of the running process. */
    async restart(): Promise<void> {
      await end('SIGTERM');
      await start();
    },
    mails,
    /** The newest mail to this address, as soon as there is one that `matches`. */
    mailTo: (to: string, matches: (mail: TestMail) => boolean = () => true): Promise<TestMail> =>
      vi.waitFor(
        async () => {
          const found = (await mails()).find((mail) => mail.to === to && matches(mail));
          if (!found) throw new Error(`no such mail to ${to}`);
          return found;
        },
        { timeout: 60_000, interval: 30 },
      ),
    async stop(): Promise<void> {
      await end('SIGTERM');
      if (!options.on) await database?.close();
      await rm(place, { recursive: true, force: true });
    },
  };
}
