import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import { setAnswerHeaders } from './answer-headers.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Gives each request an id and logs one line: method, route, status, time. The route is the pattern that matched, such as
 * `/api/posts/:id`. The path and query are not logged: the client sent them, and they may contain tokens, addresses and words.
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
    // The code that answered with 503 has already logged the reason, once for all such requests. The client retries.
    if (c.res.status >= 500 && c.res.status !== 503) log.warn(line, 'answered');
    else log.debug(line, 'answered');
  };
}
