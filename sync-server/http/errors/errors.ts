/**
 * Handles errors that no handler expected: the client gets the envelope with status 500, and the log gets the request's id and the place
 * of the error (`describeError`). The client knows the same id from the `X-Request-Id` header.
 */
import type { ErrorHandler, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import { isErrorStatus } from '../../../schemas/wording/status-wording.ts';
import { isDiskFull, isUnavailable } from '../../base/database-errors.ts';
import { describeError } from '../../base/log.ts';
import type { AppEnv } from '../app-env.ts';
import { diskFull } from './disk-full.ts';
import { fail } from './envelope.ts';
import { HttpError } from './http-error.ts';

export function errorHandler(log: Logger): ErrorHandler<AppEnv> {
  return (thrown, c) => {
    const error = isDiskFull(thrown) ? diskFull() : thrown;
    if (error instanceof HttpError) {
      if (error.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.retryAfterSeconds));
      // The rest of the body may still arrive, on a connection that is no longer read.
      if (error.status === 408) c.header('Connection', 'close');
      return fail(c, error.status, error.code, error.message);
    }
    if (error instanceof HTTPException && isErrorStatus(error.status) && error.status < 500) return fail(c, error.status);
    if (isUnavailable(error)) {
      // The same request may succeed in a moment. A client that receives 500 would not retry.
      log.warn(
        { requestId: c.get('requestId'), error: describeError(error) },
        'the database does not answer; the client gets 503 and tries again',
      );
      c.header('Retry-After', '2');
      return fail(c, 503);
    }
    c.set('faultLogged', true);
    log.error(
      { requestId: c.get('requestId'), method: c.req.method, route: routePath(c), error: describeError(error) },
      'a request failed unexpectedly; the client gets 500',
    );
    return fail(c, 500);
  };
}

export const notFoundHandler: NotFoundHandler<AppEnv> = (c) => fail(c, 404);
