/**
 * One worker of all tabs leads. It holds a lock, which the browser gives to the next one when its tab closes. A leader whose
 * tab is frozen keeps its lock and does nothing: it does not answer, and another one then takes the lock from it.
 */
export interface Leadership {
  /** somebody asks the leader something, and should be answered */
  asked(): void;
  /** the leader was heard */
  heard(): void;
  /** Ends it; settles when the leading, if it was ours, has ended. */
  close(): Promise<void>;
}

/** A leader that says nothing for so long is taken for frozen. */
const PATIENCE_MS = 4000;

/** `lead` runs while this one leads; it ends when `signal` says that it does no more. */
export function seekLeadership(lockName: string, lead: (signal: AbortSignal) => Promise<void>): Leadership {
  const closing = new AbortController();
  const locks = (navigator as { locks?: LockManager }).locks;
  let leading = false;
  let impatience: ReturnType<typeof setTimeout> | null = null;

  const calm = () => {
    if (impatience) clearTimeout(impatience);
    impatience = null;
  };

  async function hold(steal: boolean, seek: AbortController): Promise<void> {
    if (!locks) return lead(closing.signal);
    const lost = new AbortController();
    const stop = () => lost.abort();
    closing.signal.addEventListener('abort', stop);
    let led: Promise<void> = Promise.resolve();
    try {
      await locks.request(lockName, steal ? { steal: true } : { signal: seek.signal }, () => {
        leading = true;
        calm();
        led = lead(lost.signal);
        return led;
      });
    } catch (error) {
      // Somebody took the lock, or nobody waits for it any more.
      if ((error as { name?: string }).name !== 'AbortError') throw error;
    } finally {
      lost.abort();
      await led.catch(() => undefined);
      leading = false;
      closing.signal.removeEventListener('abort', stop);
    }
  }

  let seek = new AbortController();
  let stealNext = false;
  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      seek = new AbortController();
      const steal = stealNext;
      stealNext = false;
      await hold(steal, seek);
    }
  }
  closing.signal.addEventListener('abort', () => seek.abort());
  const running = run();

  return {
    asked() {
      if (leading || impatience || !locks) return;
      impatience = setTimeout(
        () => {
          impatience = null;
          stealNext = true;
          seek.abort();
        },
        // Not all at once: the first one to take it says so, and the others calm down.
        PATIENCE_MS + Math.random() * 1000,
      );
    },
    heard: calm,
    async close() {
      calm();
      closing.abort();
      await running;
    },
  };
}
