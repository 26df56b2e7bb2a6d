import type { Realm, Timer } from '../../../schemas/base/realm.ts';

/**
 * Requests for images, beside the lane of rows and after it. None begins while a row waits to be sent, and one that has run for long gives
 * way to a row. Whatever a row waits for then is at most the rest of a request that was meant to be short.
 */
export interface RowsFirst {
  /**
   * Runs a request as soon as no row waits. Its signal is aborted with `signal`, and for a row once it has run for `longestMs`. Returns null
   * where it gave way to a row, so that the caller runs it again, and where `signal` was aborted before it began.
   */
  run<T>(request: (signal: AbortSignal) => Promise<T>, signal: AbortSignal, longestMs?: number): Promise<T | null>;
  /** Rows began to wait, or none waits any more. */
  moved(): void;
}

interface Running {
  readonly since: number;
  readonly longestMs: number;
  readonly giveWay: () => void;
}

const LONGEST_MS = 1_000;

export function createRowsFirst(rowsWait: () => boolean, realm: Realm = globalThis): RowsFirst {
  const running = new Set<Running>();
  /** requests that have not begun */
  const held = new Set<() => void>();
  let timer: Timer | undefined;

  /** Ends what has run for too long, and comes back for the next one. */
  function giveWay(): void {
    realm.clearTimeout(timer);
    if (!rowsWait()) return;
    const now = realm.performance.now();
    let soonest = Number.POSITIVE_INFINITY;
    for (const one of running) {
      const left = one.since + one.longestMs - now;
      if (left <= 0) one.giveWay();
      else soonest = Math.min(soonest, left);
    }
    if (Number.isFinite(soonest)) timer = realm.setTimeout(giveWay, soonest);
  }

  async function untilFree(signal: AbortSignal): Promise<void> {
    while (rowsWait() && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const free = () => {
          held.delete(free);
          signal.removeEventListener('abort', free);
          resolve();
        };
        held.add(free);
        signal.addEventListener('abort', free);
      });
    }
  }

  return {
    async run(request, signal, longestMs = LONGEST_MS) {
      await untilFree(signal);
      if (signal.aborted) return null;
      const limit = new AbortController();
      const abort = () => limit.abort();
      signal.addEventListener('abort', abort);
      let gaveWay = false;
      const one: Running = {
        since: realm.performance.now(),
        longestMs,
        giveWay() {
          gaveWay = true;
          running.delete(one);
          abort();
        },
      };
      running.add(one);
      try {
        const result = await request(limit.signal);
        return gaveWay ? null : result;
      } finally {
        running.delete(one);
        signal.removeEventListener('abort', abort);
      }
    },
    moved() {
      if (rowsWait()) giveWay();
      else for (const free of [...held]) free();
    },
  };
}
