/**
 * A few requests of one member run at a time, on all of their devices together; the others wait for their turn, in their order and with
 * their bodies unread. So whoever asks for everything at once takes no more of the server than whoever asks for one thing after the other.
 * A stream has had its turn once it is open. Kept in memory, by each process for itself.
 */
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import { type BoundedQueue, createBoundedQueue, type QueueLimits } from './bounded-queue.ts';
import { HttpError } from './http-error.ts';

const LIMITS: QueueLimits = { running: 4, waiting: 100, refusal: () => new HttpError(429, { retryAfterSeconds: 2 }) };

/** To be mounted behind the guard. @throws HttpError 429 where a hundred requests of this member wait already */
export function memberTurns(enabled: boolean, limits: QueueLimits = LIMITS): MiddlewareHandler<AppEnv> {
  const queues = new Map<string, BoundedQueue>();
  if (!enabled) return (_c, next) => next();
  return async (c, next) => {
    const { userId } = c.get('actor');
    const queue = queues.get(userId) ?? createBoundedQueue(limits);
    queues.set(userId, queue);
    try {
      await queue.run(next);
    } finally {
      if (queue.isIdle()) queues.delete(userId);
    }
  };
}
