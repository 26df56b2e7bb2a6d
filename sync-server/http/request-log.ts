import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import { setAnswerHeaders } from './answer-headers.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Gives each request an id and the log one line about it: method, route, status, time. The route is the pattern that took the
 * request, `/api/posts/:id`: a path and its query are what somebody sent, and may hold tokens, addresses and words.
 */
export function requestLog(log: Logger): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = randomUUID();
    c.set('requestId', requestId);
    const started = performance.now();
    await next();
    setAnswerHeaders(c, [['X-Request-Id', requestId]]);
    const line = {
      requestId,
      method: c.req.method,
      route: routePath(c),
      status: c.res.status,
      ms: Math.round(performance.now() - started),
    };
    // A 503 is asked to come again, and whoever gave it has said why, once for all of them.
    if (c.res.status >= 500 && c.res.status !== 503) log.warn(line, 'answered');
    else log.debug(line, 'answered');
  };
}
