import { useEffect, useState } from 'react';
import { pageClock } from '../../data/store/page-clock.ts';

/** The next midnight of this device. */
export function nextMidnight(now: number): number {
  const midnight = new Date(now);
  midnight.setHours(24, 0, 0, 0);
  return midnight.getTime();
}

/** No timer can wait longer. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * The present time, for text that changes at a certain moment. Renders again at that moment, even if the device slept through it, and when
 * the server has sent its time. `changesAt` returns the next moment after a given one, within days, or undefined if there is none; `clock`
 * chooses one of the two clocks of the page.
 */
export function useClock(changesAt: (now: number) => number | undefined, clock: () => number = pageClock.now): number {
  const [now, setNow] = useState(clock);
  const at = changesAt(now);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      // A timer may fire a moment early.
      if (at !== undefined) timer = setTimeout(look, Math.min(LONGEST_MS, Math.max(0, at - clock()) + 50));
    };
    const look = () => {
      if (at !== undefined && clock() >= at) setNow(clock());
      else wait();
    };
    const stopHearing = pageClock.onReading(() => {
      setNow(clock());
      wait();
    });
    wait();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      stopHearing();
      document.removeEventListener('visibilitychange', look);
    };
  }, [at, clock]);
  return now;
}
