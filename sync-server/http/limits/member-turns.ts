/**
 * A few requests of one member run at a time, from all of their devices together. The others wait in order, with their bodies unread. So
 * a client that sends everything at once takes no more of the server than one that sends requests one by one. A stream gives up its turn
 * once it is open. Turns are kept in memory, by each process for itself.
 */
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { HttpError } from '../errors/http-error.ts';
import { type BoundedQueue, createBoundedQueue, type QueueLimits } from './bounded-queue.ts';

const LIMITS: QueueLimits = { running: 4, waiting: 100, refusal: () => new HttpError(429, { retryAfterSeconds: 2 }) };

/**
 * Must be mounted behind the auth guard.
 *
 * @throws HttpError 429 if a hundred requests of this member are already waiting
 */
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
