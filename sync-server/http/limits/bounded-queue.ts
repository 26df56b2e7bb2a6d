import { HttpError } from '../errors/http-error.ts';

/**
 * Runs a limited amount of work at a time. Work beyond `waiting` is refused at once: a server that answers "later" stays up, but one that
 * queues a thousand password checks does not.
 */
export interface BoundedQueue {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** whether no work runs or waits */
  isIdle(): boolean;
}

export interface QueueLimits {
  readonly running: number;
  readonly waiting: number;
  /** the error when too many wait; 503 by default */
  readonly refusal?: () => HttpError;
}

/** The usual refusal of a full queue. */
export const unavailable = (): HttpError => new HttpError(503, { retryAfterSeconds: 2 });

export function createBoundedQueue(limits: QueueLimits): BoundedQueue {
  const { refusal = unavailable } = limits;
  let running = 0;
  const waiting: (() => void)[] = [];

  return {
    async run(work) {
      if (running >= limits.running) {
        if (waiting.length >= limits.waiting) throw refusal();
        // Finished work hands its slot over directly, so that newer work cannot slip in first.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running += 1;
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
    isIdle: () => running === 0,
  };
}
