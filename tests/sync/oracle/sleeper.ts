/** A device that can sleep: a timer that falls due then goes off when it wakes. */
import type { Timer } from '../../../schemas/base/realm.ts';
import { timersOver } from '../../support/realm-timers.ts';
import { realmWith } from '../../support/realm-with.ts';
import type { HistoryRealm } from './history-realm.ts';

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
  function pass(work: () => void, timer: Timer): void {
    if (isAsleep) missed.set(timer, work);
    else work();
  }
  const { timers, AbortSignal } = timersOver(base, pass);
  const performance = { now: () => (restsSince ?? base.performance.now()) - rested };
  return {
    realm: realmWith({ ...timers, AbortSignal, performance }, base),
    fallAsleep(timerStops) {
      isAsleep = true;
      if (timerStops) restsSince = base.performance.now();
    },
    wake() {
      isAsleep = false;
      if (restsSince !== null) rested += base.performance.now() - restsSince;
      restsSince = null;
      for (const [timer, work] of missed) base.setTimeout(() => pass(work, timer), 0);
      missed.clear();
    },
  };
}
