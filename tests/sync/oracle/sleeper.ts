/** A device that can sleep: a timer that falls due then goes off when it wakes. */
import { realmWith } from '../../support/realm-with.ts';
import type { HistoryRealm } from './history-realm.ts';

type Work = (...args: unknown[]) => void;
type Timer = ReturnType<typeof setTimeout>;

export interface Sleeper {
  /** the realm of what runs on the device */
  readonly realm: HistoryRealm;
  /** `timerStops`: whether its monotonic clock rests too, as on some systems. */
  fallAsleep(timerStops: boolean): void;
  wake(): void;
}

export function createSleeper(base: HistoryRealm): Sleeper {
  /** since when its monotonic clock rests */
  let restsSince: number | null = null;
  let rested = 0;
  let isAsleep = false;
  const missed = new Map<Timer, () => void>();

  function set(begin: 'setTimeout' | 'setInterval', work: Work, args: readonly unknown[], ms = 0): Timer {
    const due = () => {
      if (isAsleep) missed.set(timer, due);
      else work(...args);
    };
    const timer: Timer = base[begin](due, ms) as Timer;
    return timer;
  }
  function clear(timer: Timer): void {
    missed.delete(timer);
    base.clearTimeout(timer as never);
  }
  const own = {
    setTimeout: (work: Work, ms?: number, ...args: unknown[]) => set('setTimeout', work, args, ms),
    setInterval: (work: Work, ms?: number, ...args: unknown[]) => set('setInterval', work, args, ms),
    clearTimeout: clear,
    clearInterval: clear,
    performance: { now: () => (restsSince ?? base.performance.now()) - rested },
    AbortSignal: {
      timeout(ms: number): AbortSignal {
        const ending = new AbortController();
        own.setTimeout(() => ending.abort(new DOMException('The time is over', 'TimeoutError')), ms);
        return ending.signal;
      },
    },
  };
  return {
    realm: realmWith(own as unknown as HistoryRealm, base),
    fallAsleep(timerStops) {
      isAsleep = true;
      if (timerStops) restsSince = base.performance.now();
    },
    wake() {
      isAsleep = false;
      if (restsSince !== null) rested += base.performance.now() - restsSince;
      restsSince = null;
      // What goes off first may clear another.
      for (const [timer, work] of missed) base.setTimeout(() => missed.delete(timer) && work(), 0);
    },
  };
}
