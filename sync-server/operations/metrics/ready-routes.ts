/**
 * `/api/ready`: whether this server may take members. A balancer asks it before it sends somebody here, and while it sends them.
 * `/api/health` says whether the server lives, and a server with a full disk does: its members can still read.
 */
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { describeError } from '../../base/log.ts';
import type { DiskSpace } from '../../db/embedded/disk-space.ts';
import { inTime } from '../../db/pool/in-time.ts';
import { type AppEnv, realmOf } from '../../http/app-env.ts';
import { diskFull } from '../../http/errors/disk-full.ts';
import { ok } from '../../http/errors/envelope.ts';
import { HttpError } from '../../http/errors/http-error.ts';
import { ANSWER_MS } from './server-state.ts';

const RETRY_AFTER_SECONDS = 2;

/** A server that drains answers every request with 503 before it gets here. */
export function readyRoutes({ sql, disk, log }: { readonly sql: Sql; readonly disk: DiskSpace; readonly log: Logger }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/ready', async (c) => {
    c.header('Cache-Control', 'no-store');
    if (disk.isFull()) throw diskFull();
    try {
      await inTime(sql`select 1`, ANSWER_MS, { realm: realmOf(c) });
    } catch (error) {
      log.warn({ requestId: c.get('requestId'), error: describeError(error) }, 'the database does not answer; /ready says 503');
      throw new HttpError(503, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    return ok(c, { status: 'ready' });
  });
  return app;
}
