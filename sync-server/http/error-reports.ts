/**
 * Passes error reports of pages on to a service that accepts Sentry envelopes. Pages talk to their own server only. So the service learns
 * neither who the member is nor their address, its key stays on this server, and reports are cleaned once more.
 */
import { Hono, type MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { cleanReport, type ErrorReport, MAX_FRAMES } from '../../schemas/errors/error-report.ts';
import type { ServerRealm } from '../base/server-realm.ts';
import { type AppEnv, realmOf } from './app-env.ts';
import { ok } from './errors/envelope.ts';
import { counted, type RateLimits } from './limits/rate-limits.ts';
import { readJson } from './read-body.ts';

const text = (most: number) => z.string().check(z.maxLength(most));
const number = z.number().check(z.nonnegative());
export const errorReportSchema = z.object({
  kind: z.enum(['render', 'error', 'rejection']),
  name: text(100),
  message: text(1000),
  frames: z.array(z.object({ function: text(200), file: text(200), line: number, column: number })).check(z.maxLength(MAX_FRAMES)),
  page: text(500),
  userAgent: text(500),
});

const PASS_ON_MS = 5000;

/** The URL and the key for envelopes, from a DSN. */
export function envelopeTarget(dsn: string): { readonly url: string; readonly key: string } {
  const { protocol, host, pathname, username } = new URL(dsn);
  const at = pathname.lastIndexOf('/');
  return { url: `${protocol}//${host}${pathname.slice(0, at)}/api/${pathname.slice(at + 1)}/envelope/`, key: username };
}

/** One event in the format of the service. Its frames go from the outermost to the innermost. */
export function envelopeOf(report: ErrorReport, realm: ServerRealm): string {
  const now = new Date(realm.Date.now());
  const id = realm.crypto.randomUUID().replaceAll('-', '');
  const frames = report.frames.map((frame) => ({
    filename: frame.file,
    function: frame.function,
    lineno: frame.line,
    colno: frame.column,
    in_app: frame.file !== '',
  }));
  const event = {
    event_id: id,
    timestamp: now.getTime() / 1000,
    platform: 'javascript',
    level: 'error',
    tags: { kind: report.kind, page: report.page },
    contexts: { browser: { name: report.userAgent } },
    exception: { values: [{ type: report.name, value: report.message, stacktrace: { frames: frames.reverse() } }] },
  };
  const payload = JSON.stringify(event);
  const lines = [
    { event_id: id, sent_at: now.toISOString() },
    { type: 'event', length: Buffer.byteLength(payload) },
  ];
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n${payload}\n`;
}

/** `POST /errors`. The answer is the same whether the service receives the report or not. */
export function errorReportRoutes({
  dsn,
  rateLimits,
  sameOrigin,
  log,
}: {
  readonly dsn: string | null;
  readonly rateLimits: RateLimits;
  /** refuses requests from pages of other sites */
  readonly sameOrigin: MiddlewareHandler<AppEnv>;
  readonly log: Logger;
}): Hono<AppEnv> {
  const target = dsn === null ? null : envelopeTarget(dsn);
  const routes = new Hono<AppEnv>();
  routes.post('/errors', sameOrigin, counted(rateLimits, 'errorReport'), async (c) => {
    const report = cleanReport(await readJson(c, errorReportSchema));
    if (target) {
      const realm = realmOf(c);
      realm
        .fetch(target.url, {
          method: 'POST',
          headers: {
            'content-type': 'application/x-sentry-envelope',
            'x-sentry-auth': `Sentry sentry_version=7, sentry_client=kith/1, sentry_key=${target.key}`,
          },
          body: envelopeOf(report, realm),
          signal: realm.AbortSignal.timeout(PASS_ON_MS),
        })
        .then(
          (answer) => answer.body?.cancel(),
          () => log.warn('could not pass on an error report; check ERROR_REPORTING_DSN'),
        );
    }
    return ok(c, { wanted: target !== null });
  });
  return routes;
}
