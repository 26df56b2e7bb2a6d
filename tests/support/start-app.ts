import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { createApp } from '../../sync-server/app.ts';
import { readConfig } from '../../sync-server/config.ts';
import type { StreamTiming } from '../../sync-server/sync/broadcaster.ts';
import { type TestDatabase, testDatabase } from './postgres.ts';

export interface TestMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
}

export type StartedApp = Awaited<ReturnType<typeof startApp>>;

/**
 * The whole server on a free port of this machine, over a fresh database. `env` is what the environment would say; limits on
 * requests are off unless it asks for them. Lines of the log are collected in `logged`.
 */
export async function startApp(
  options: {
    readonly env?: NodeJS.ProcessEnv;
    readonly clientDir?: string;
    readonly streamTiming?: Partial<StreamTiming>;
    /** a database to stand on instead, as a second server or a later one would; whoever made it closes it */
    readonly on?: Omit<TestDatabase, 'backup'>;
  } = {},
) {
  const db = options.on ?? (await testDatabase());
  const logged: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const config = readConfig({ RATE_LIMITS: '0', ...options.env });
  const { app, engine, close } = await createApp({
    config,
    database: db.database,
    sql: db.sql,
    log,
    ...(options.clientDir ? { clientDir: options.clientDir } : {}),
    ...(options.streamTiming ? { streamTiming: options.streamTiming } : {}),
  });
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const mails = async (): Promise<TestMail[]> => {
    const response = await fetch(`${url}/dev/mail`, { headers: { accept: 'application/json' } });
    return (await response.json()) as TestMail[];
  };

  return {
    url,
    config,
    engine,
    sql: db.sql,
    database: db.database,
    logged,
    mails,
    /** The newest mail to this address, as soon as there is one that `matches`. */
    async mailTo(to: string, matches: (mail: TestMail) => boolean = () => true): Promise<TestMail> {
      const deadline = Date.now() + 10_000;
      while (Date.now() < deadline) {
        const found = (await mails()).find((mail) => mail.to === to && matches(mail));
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`no such mail to ${to} within 10 s`);
    },
    async close() {
      server.close();
      (server as { closeAllConnections?: () => void }).closeAllConnections?.();
      await close();
      if (!options.on) await db.close();
    },
  };
}
