/**
 * What becomes of an error that no handler expected: the caller gets the envelope with status 500 and the request's id, the
 * log gets where it happened. Neither gets what people wrote: messages of the database and of parsers quote the values that
 * they stumbled over, so of those only the kind and the place are logged, unless Postgres speaks of itself.
 */
import type { ErrorHandler, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Logger } from 'pino';
import { isErrorStatus } from '../../schemas/protocol/status-wording.ts';
import { isDamaged, isDiskFull, isUnavailable, speaksOfItself } from '../db/database-errors.ts';
import type { AppEnv } from './app-env.ts';
import { diskFull } from './disk-full.ts';
import { fail } from './envelope.ts';
import { HttpError } from './http-error.ts';

/** Errors whose message may quote somebody's text or address. */
const quoting = new Set(['PostgresError', 'SyntaxError', 'ZodError', '$ZodError']);

const mayQuote = (error: Error): boolean => (quoting.has(error.name) || quoting.has(error.constructor.name)) && !speaksOfItself(error);

/** An error as it may stand in the log, and whether it speaks of an outage or of damage rather than of what was asked. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const fields = error as Error & { code?: unknown; routine?: unknown; constraint_name?: unknown };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    kind: error.name,
    ...(typeof fields.code === 'string' ? { code: fields.code } : {}),
    ...(typeof fields.routine === 'string' ? { routine: fields.routine } : {}),
    ...(typeof fields.constraint_name === 'string' ? { constraint: fields.constraint_name } : {}),
    ...(mayQuote(error) ? {} : { message: error.message }),
    ...(isDamaged(error) ? { damaged: true } : isUnavailable(error) ? { unavailable: true } : {}),
    at: frames.slice(0, 8).map((line) => line.trim()),
  };
}

export function errorHandler(log: Logger): ErrorHandler<AppEnv> {
  return (thrown, c) => {
    const error = isDiskFull(thrown) ? diskFull() : thrown;
    if (error instanceof HttpError) {
      if (error.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.retryAfterSeconds));
      // The rest of the body may still come, on a connection that nobody reads any more.
      if (error.status === 408) c.header('Connection', 'close');
      return fail(c, error.status, error.code, error.message);
    }
    if (error instanceof HTTPException && isErrorStatus(error.status) && error.status < 500) return fail(c, error.status);
    if (isUnavailable(error)) {
      // The same request may succeed in a moment; a client that hears 500 need not come again.
      log.warn({ requestId: c.get('requestId'), error: describeError(error) }, 'the database cannot answer');
      c.header('Retry-After', '2');
      return fail(c, 503);
    }
    log.error({ requestId: c.get('requestId'), method: c.req.method, error: describeError(error) }, 'a request failed');
    return fail(c, 500);
  };
}

export const notFoundHandler: NotFoundHandler<AppEnv> = (c) => fail(c, 404);
