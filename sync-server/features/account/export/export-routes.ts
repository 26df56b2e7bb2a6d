import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import { describeError } from '../../../base/log.ts';
import type { Database } from '../../../db/pool/transaction.ts';
import { type AppEnv, realmOf } from '../../../http/app-env.ts';
import { HttpError } from '../../../http/errors/http-error.ts';
import type { RateLimits } from '../../../http/limits/rate-limits.ts';
import { writeExport } from './write-export.ts';

const RUNNING = 'An export of your data is running already. Please wait until it is done.';
export const exportRunning = (): HttpError => new HttpError(409, { code: 'EXPORT_RUNNING', message: RUNNING });

const ASK_EVERY_MS = 4_000;
/** The server learns that an export was stopped in the browser a little later than it gets the next request from there. */
const STOPPING_MS = 2_000;

export interface ExportRoutesDeps {
  readonly database: Database;
  readonly rateLimits: RateLimits;
  readonly log: Logger;
  /** Refuses unless the member has just shown that they are there. */
  readonly requirePresence: (c: Context<AppEnv>) => Promise<void>;
  readonly sessionIsLive: (sessionId: string) => Promise<boolean>;
  /** how often the session is checked while an export runs */
  readonly askEveryMs?: number | undefined;
}

/**
 * `GET /profiles/me/export`, behind the auth guard: one ZIP, streamed. Each member has one export at a time, because each keeps a snapshot
 * open. It breaks off when its session ends: somebody who was signed out receives nothing more.
 */
export function exportRoutes(deps: ExportRoutesDeps): Hono<AppEnv> {
  const { database, rateLimits, log, requirePresence, sessionIsLive, askEveryMs = ASK_EVERY_MS } = deps;
  const routes = new Hono<AppEnv>();
  const running = new Map<string, Promise<void>>();

  routes.get('/profiles/me/export', async (c) => {
    const { userId } = c.get('actor');
    const realm = realmOf(c);
    await requirePresence(c);
    await rateLimits.count(c, 'export', userId);
    if (running.has(userId)) {
      await Promise.race([running.get(userId), new Promise<void>((resolve) => realm.setTimeout(resolve, STOPPING_MS).unref())]);
    }
    if (running.has(userId)) throw exportRunning();
    let ended = () => {};
    running.set(userId, new Promise((resolve) => (ended = resolve)));
    const requestId = c.get('requestId');
    const sessionId = c.get('sessionId');
    const made = new Date(realm.Date.now());
    const watch = realm.setInterval(() => {
      sessionIsLive(sessionId).then(
        (live) => live || zip.destroy(new Error('the session of the export ended')),
        // The state of the session is unknown: it is checked again.
        () => undefined,
      );
    }, askEveryMs);
    watch.unref();
    const zip = writeExport(database, userId, made, (error) => {
      realm.clearInterval(watch);
      running.delete(userId);
      ended();
      if (error !== undefined)
        log.info({ requestId, error: describeError(error) }, 'an export ended before it was complete; the member can start it again');
    });
    c.header('Content-Type', 'application/zip');
    c.header('Content-Disposition', `attachment; filename="kith-${made.toISOString().slice(0, 10)}.zip"`);
    c.header('Cache-Control', 'no-store');
    return c.body(Readable.toWeb(zip) as ReadableStream as never);
  });

  return routes;
}
