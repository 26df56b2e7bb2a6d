import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { setAnswerHeaders } from './answer-headers.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Gives each request an id and the log one line about it: method, path, status, time. The path is logged without its query,
 * because links carry their tokens there.
 */
export function requestLog(log: Logger): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = randomUUID();
    c.set('requestId', requestId);
    const started = performance.now();
    await next();
    setAnswerHeaders(c, [['X-Request-Id', requestId]]);
    const line = { requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms: Math.round(performance.now() - started) };
    if (c.res.status >= 500) log.warn(line, 'answered');
    else log.debug(line, 'answered');
  };
}
