import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { ServerRealm } from '../base/server-realm.ts';
import type { AppEnv } from './app-env.ts';
import { setAnswerHeaders } from './headers/answer-headers.ts';

/** Measures a request that was answered. Called for every request, so it must cost next to nothing. */
export type ObserveRequest = (request: {
  readonly method: string;
  /** the pattern that matched */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}) => void;

/**
 * Gives each request an id and the realm of the server, measures it, and logs one line: method, route, status, time. The route is the
 * pattern that matched, such as `/api/posts/:id`. The path and query are not logged: the client sent them, and they may contain tokens,
 * addresses and words.
 *
 * The line has the level debug. A fault is a warning instead, unless the log has its own line about it.
 */
export function requestLog(
  log: Logger,
  observe: ObserveRequest = () => undefined,
  realm: ServerRealm = globalThis,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = realm.crypto.randomUUID();
    c.set('realm', realm);
    c.set('requestId', requestId);
    const started = realm.performance.now();
    await next();
    setAnswerHeaders(c, [['X-Request-Id', requestId]]);
    const ms = realm.performance.now() - started;
    const { method } = c.req;
    const { status } = c.res;
    const route = routePath(c);
    observe({ method, route, status, seconds: ms / 1000 });
    const line = { requestId, method, route, status, ms: Math.round(ms) };
    // The code that answered with 503 has already logged the reason, once for all such requests. The client retries.
    if (status >= 500 && status !== 503 && !c.get('faultLogged')) log.warn(line, 'answered');
    else log.debug(line, 'answered');
  };
}
