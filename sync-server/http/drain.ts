/**
 * How a server leaves without anybody noticing: what runs is finished and answered, what comes new is sent elsewhere. Whoever asks
 * for its health hears that it is not ready, so that no more is sent here.
 */
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import { fail } from './envelope.ts';

const RETRY_AFTER_SECONDS = 1;

export interface Drain {
  /** To be the first that every request meets. */
  readonly middleware: MiddlewareHandler<AppEnv>;
  /** Takes no new request from now on; resolves when none runs any more. */
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
        // The next request of this client then opens a connection, to a server that stays.
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
