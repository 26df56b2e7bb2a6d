import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { type AppDeps, createApp } from '../../sync-server/app.ts';
import { readConfig } from '../../sync-server/base/config.ts';
import { createHttpServer } from '../../sync-server/http/http-server.ts';
import type { StreamTiming } from '../../sync-server/sync/streams/broadcaster.ts';
import { keepLog } from './artefacts.ts';
import { type TestDatabase, testDatabase } from './postgres.ts';
import { until } from './until.ts';

export interface TestMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
}

export type StartedApp = Awaited<ReturnType<typeof startApp>>;

export interface AppOptions extends Pick<AppDeps, 'realm' | 'disk' | 'budgets' | 'backupTarget' | 'pushTrusted'> {
  /** environment variables; rate limits are off unless they set them */
  readonly env?: NodeJS.ProcessEnv;
  /** the hostname that browsers use for this machine; by default its address. Passkeys belong to a hostname. */
  readonly name?: string;
  readonly clientDir?: string;
  readonly streamTiming?: Partial<StreamTiming>;
  /** the database to use; its creator closes it */
  readonly on?: Pick<TestDatabase, 'sql' | 'database' | 'url' | 'close'>;
}

/** The whole server on a free port of this machine, over a fresh database by default. `logged` collects its log lines. */
export async function startApp(options: AppOptions = {}) {
  const db = options.on ?? (await testDatabase());
  const logged: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  keepLog(() => logged.join(''));
  // Listens first, because the configuration contains the address that people use.
  let answer: Parameters<typeof createHttpServer>[0] = () => new Response(null, { status: 503 });
  const { server } = createHttpServer((...args) => answer(...args), log, '127.0.0.1');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://${options.name ?? '127.0.0.1'}:${port}`;
  const config = readConfig({ RATE_LIMITS: '0', PUBLIC_URL: url, ...options.env });
  const { app, engine, sessions, startBackups, close } = await createApp({
    config,
    database: db.database,
    sql: db.sql,
    log,
    ...(options.clientDir ? { clientDir: options.clientDir } : {}),
    ...(options.realm ? { realm: options.realm } : {}),
    ...(options.disk ? { disk: options.disk } : {}),
    ...(options.budgets ? { budgets: options.budgets } : {}),
    ...(options.streamTiming ? { streamTiming: options.streamTiming } : {}),
    ...(options.pushTrusted ? { pushTrusted: options.pushTrusted } : {}),
    ...(options.backupTarget ? { backupTarget: options.backupTarget } : {}),
  });
  answer = app.fetch;
  startBackups();

  const isDelivered = async (): Promise<boolean> => {
    const queued = await db.sql`select from jobs where queue = 'mail' and (tries > 0 or due_at <= now()) limit 1`;
    return queued.length === 0;
  };
  const mails = async (): Promise<TestMail[]> => {
    await until(isDelivered);
    const response = await fetch(`${url}/dev/mail`, { headers: { accept: 'application/json' } });
    return (await response.json()) as TestMail[];
  };

  return {
    url,
    port,
    config,
    engine,
    sessions,
    /** every route with its method, as the router has it */
    routes: app.routes.map(({ method, path }) => ({ method, path })),
    sql: db.sql,
    database: db.database,
    /** how many connections are open now */
    connections: promisify(server.getConnections.bind(server)),
    logged,
    /** All mails, once those that were queued until now have arrived. */
    mails,
    /** The newest mail to this address, as soon as there is one that `matches`. */
    async mailTo(to: string, matches: (mail: TestMail) => boolean = () => true): Promise<TestMail> {
      for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(20)) {
        const found = (await mails()).find((mail) => mail.to === to && matches(mail));
        if (found) return found;
      }
      throw new Error(`no such mail to ${to} within a minute`);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await close();
      if (!options.on) await db.close();
    },
  };
}
