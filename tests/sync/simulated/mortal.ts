/** The realm of a process that can die: no timer of a dead one goes off. */
import type { WorldRealm } from './world.ts';

type Work = (...args: unknown[]) => void;
type Timer = ReturnType<typeof setTimeout>;

export function mortal(realm: WorldRealm) {
  let isAlive = true;
  let onDeath = () => {};
  const died = new Promise<void>((resolve) => {
    onDeath = resolve;
  });
  const timers = new Map<Timer, 'setTimeout' | 'setInterval'>();
  function set(begin: 'setTimeout' | 'setInterval', work: Work, args: readonly unknown[], ms = 0): Timer {
    const due = () => {
      if (begin === 'setTimeout') timers.delete(timer);
      work(...args);
    };
    const timer: Timer = isAlive ? realm[begin](due, ms) : realm.setTimeout(() => undefined, ms);
    if (isAlive) timers.set(timer, begin);
    return timer;
  }
  function clear(timer: Timer | undefined): void {
    if (timer) timers.delete(timer);
    realm.clearTimeout(timer);
  }
  const own = {
    setTimeout: (work: Work, ms?: number, ...args: unknown[]) => set('setTimeout', work, args, ms),
    setInterval: (work: Work, ms?: number, ...args: unknown[]) => set('setInterval', work, args, ms),
    clearTimeout: clear,
    clearInterval: clear,
  };
  return {
    realm: { ...realm, ...own } as unknown as WorldRealm,
    isAlive: () => isAlive,
    died,
    /** How many timers would keep it alive or go on. */
    waiting: () => [...timers].filter(([timer, begin]) => begin === 'setInterval' || timer.hasRef()).length,
    die(): void {
      isAlive = false;
      for (const timer of timers.keys()) realm.clearTimeout(timer);
      timers.clear();
      onDeath();
    },
  };
}
