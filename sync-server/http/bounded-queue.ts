import { HttpError } from './http-error.ts';

/**
 * Runs work a few at a time. What waits beyond `waiting` is refused at once: a server that answers "later" stays up, one that
 * lets a thousand password checks queue does not.
 */
export interface BoundedQueue {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** whether nothing runs and nothing waits */
  isIdle(): boolean;
}

export interface QueueLimits {
  readonly running: number;
  readonly waiting: number;
  /** the answer where too many wait: the server is too busy unless told */
  readonly refusal?: () => HttpError;
}

const unavailable = (): HttpError => new HttpError(503, { retryAfterSeconds: 2 });

export function createBoundedQueue(limits: QueueLimits): BoundedQueue {
  const { refusal = unavailable } = limits;
  let running = 0;
  const waiting: (() => void)[] = [];

  return {
    async run(work) {
      if (running >= limits.running) {
        if (waiting.length >= limits.waiting) throw refusal();
        // Whoever ends hands the place over, so that nobody who comes meanwhile slips in before.
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
