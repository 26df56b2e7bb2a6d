/** Timers of a realm that can stand still or end, while the realm below it goes on. */
import type { Realm, Timer } from '../../schemas/base/realm.ts';

type Work = (...args: unknown[]) => void;

/** What `AbortSignal.timeout(ms)` returns in a realm with this `setTimeout`. */
export function abortAfter(setTimeout: (work: () => void, ms: number) => unknown, ms: number): AbortSignal {
  const ending = new AbortController();
  setTimeout(() => ending.abort(new DOMException('The time is over', 'TimeoutError')), ms);
  return ending.signal;
}

/**
 * Timers over those of `base`. What is due goes through `pass`, which runs it, keeps it for later or drops it. A timer that is cleared until
 * then does nothing.
 */
export function timersOver(base: Omit<Realm, 'crypto'>, pass: (work: () => void, timer: Timer) => void) {
  /** those that are neither cleared nor over, and whether they go off again */
  const live = new Map<Timer, boolean>();
  let ended = false;

  function set(repeats: boolean, work: Work, ms: number | undefined, args: readonly unknown[]): Timer {
    if (ended) return base.setTimeout(() => undefined, ms);
    const goOff = () => {
      if (!live.has(timer)) return;
      if (!repeats) live.delete(timer);
      work(...args);
    };
    const due = () => pass(goOff, timer);
    const timer: Timer = repeats ? base.setInterval(due, ms ?? 0) : base.setTimeout(due, ms);
    live.set(timer, repeats);
    return timer;
  }
  function clear(timer: Timer | undefined): void {
    if (timer) live.delete(timer);
    base.clearTimeout(timer);
  }
  const timers = {
    setTimeout: (work: Work, ms?: number, ...args: unknown[]) => set(false, work, ms, args),
    setInterval: (work: Work, ms?: number, ...args: unknown[]) => set(true, work, ms, args),
    clearTimeout: clear,
    clearInterval: clear,
  };
  return {
    timers,
    AbortSignal: { timeout: (ms: number) => abortAfter(timers.setTimeout, ms) },
    /** How many of them would keep their process alive or go on. */
    waiting: () => [...live].filter(([timer, repeats]) => repeats || timer.hasRef()).length,
    /** None goes off any more, and none that is set from now on. */
    end(): void {
      ended = true;
      for (const timer of live.keys()) base.clearTimeout(timer);
      live.clear();
    },
  };
}
