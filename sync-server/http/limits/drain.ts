/**
 * Lets a server stop without failed requests. Running requests are finished and answered. New ones are refused so that the client goes to
 * another server. A health check learns that this server is not ready, so that no more requests are sent here.
 */
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { fail } from '../errors/envelope.ts';

const RETRY_AFTER_SECONDS = 1;

export interface Drain {
  /** Must be the first middleware of every request. */
  readonly middleware: MiddlewareHandler<AppEnv>;
  /** Refuses new requests from now on. Resolves when none is running any more. */
  begin(): Promise<void>;
}

export function createDrain(): Drain {
  let running = 0;
  let draining = false;
  let idle: () => void = () => undefined;
  const untilIdle = new Promise<void>((resolve) => {
    idle = resolve;
  });

  return {
    async middleware(c, next) {
      if (draining) {
        c.header('Retry-After', String(RETRY_AFTER_SECONDS));
        // The client then opens a new connection for its next request, to a server that stays.
        c.header('Connection', 'close');
        return fail(c, 503);
      }
      running += 1;
      try {
        await next();
      } finally {
        running -= 1;
        if (draining) {
          c.header('Connection', 'close');
          if (running === 0) idle();
        }
      }
    },
    begin() {
      draining = true;
      if (running === 0) idle();
      return untilIdle;
    },
  };
}
