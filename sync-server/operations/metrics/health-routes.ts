/**
 * `/api/health`: whether this server lives, which needs its database. Anybody may ask as often as they like: the answer is up to a second
 * old, and while it is read all who ask wait for the same read.
 */
import { Hono } from 'hono';
import type { Sql } from 'postgres';
import { inTime } from '../../db/pool/in-time.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { DOCTOR_HEADER, isDoctor } from '../../http/doctor-token.ts';
import { ok } from '../../http/errors/envelope.ts';
import type { ScheduledBackups } from '../backup/scheduled-backups.ts';
import { ANSWER_MS } from './server-state.ts';

const KEPT_MS = 1_000;

export interface HealthDeps {
  readonly sql: Sql;
  readonly backups: Pick<ScheduledBackups, 'status'>;
}

export function healthRoutes({ sql, backups }: HealthDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  let newest: { readonly backup: string; readonly at: number } | undefined;
  let reading: Promise<string> | undefined;

  async function read(): Promise<string> {
    await inTime(sql`select 1`, ANSWER_MS);
    const backup = (await backups.status()).state;
    newest = { backup, at: performance.now() };
    return backup;
  }

  /** The state of the backups. @throws when the database does not answer, which is never kept */
  function current(): string | Promise<string> {
    if (newest && performance.now() - newest.at < KEPT_MS) return newest.backup;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  app.get('/health', async (c) => {
    const backup = await current();
    const { address, named, forwarded } = c.get('client');
    const seen = (await isDoctor(sql, c.req.header(DOCTOR_HEADER))) ? { seen: { address, named, forwarded } } : {};
    return ok(c, { status: 'ok', backup, ...seen });
  });
  return app;
}
