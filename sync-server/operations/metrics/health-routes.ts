/**
 * `/api/health`: whether this server lives, which needs its database. Anybody may ask as often as they like: the answer is up to a second
 * old, and while it is read all who ask wait for the same read.
 */
import { Hono } from 'hono';
import type { Sql } from 'postgres';
import type { Realm } from '../../../schemas/base/realm.ts';
import { inTime } from '../../db/pool/in-time.ts';
import { readResting } from '../../db/resting.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { DOCTOR_HEADER, isDoctor } from '../../http/doctor-token.ts';
import { ok } from '../../http/errors/envelope.ts';
import type { ScheduledBackups } from '../backup/scheduled-backups.ts';
import { ANSWER_MS } from './server-state.ts';

const KEPT_MS = 1_000;

/** the state of the backups, and whether mails and calls are sent */
interface Health {
  readonly backup: string;
  readonly sending: string;
}

export interface HealthDeps {
  readonly sql: Sql;
  readonly backups: Pick<ScheduledBackups, 'status'>;
  readonly realm?: Realm;
}

export function healthRoutes({ sql, backups, realm = globalThis }: HealthDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  let newest: { readonly health: Health; readonly at: number } | undefined;
  let reading: Promise<Health> | undefined;

  async function read(): Promise<Health> {
    const resting = await inTime(readResting(sql), ANSWER_MS, { realm });
    const health = { backup: (await backups.status()).state, sending: resting === null ? 'on' : 'resting' };
    newest = { health, at: realm.performance.now() };
    return health;
  }

  /** @throws when the database does not answer, which is never kept */
  function current(): Health | Promise<Health> {
    if (newest && realm.performance.now() - newest.at < KEPT_MS) return newest.health;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  app.get('/health', async (c) => {
    const health = await current();
    const { address, named, forwarded } = c.get('client');
    const seen = (await isDoctor(sql, c.req.header(DOCTOR_HEADER))) ? { seen: { address, named, forwarded } } : {};
    return ok(c, { status: 'ok', ...health, ...seen });
  });
  return app;
}
