import { useEffect, useState, useSyncExternalStore } from 'react';
import { pageClock } from '../../data/store/page-clock.ts';

/** The next midnight of this device. */
export function nextMidnight(now: number): number {
  const midnight = new Date(now);
  midnight.setHours(24, 0, 0, 0);
  return midnight.getTime();
}

/** No timer can wait longer. */
const LONGEST_MS = 2 ** 31 - 1;

const lastReading = () => pageClock.lastReading;

/**
 * The present time, for text that changes at a certain moment. Renders again at that moment, even if the device slept through it, and when
 * the server has sent its time. `changesAt` returns the next moment after a given one, within days, or undefined if there is none; `clock`
 * chooses one of the two clocks of the page.
 */
export function useClock(changesAt: (now: number) => number | undefined, clock: () => number = pageClock.now): number {
  // Unlike an effect that subscribes, this also hears a reading that comes between the first rendering and its effects.
  const reading = useSyncExternalStore(pageClock.onReading, lastReading);
  const [shown, setShown] = useState(() => ({ reading, now: clock() }));
  if (shown.reading !== reading) setShown({ reading, now: clock() });
  const at = changesAt(shown.now);
  useEffect(() => {
    if (at === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (clock() >= at) setShown({ reading: pageClock.lastReading, now: clock() });
      // A timer may fire a moment early.
      else timer = setTimeout(look, Math.min(LONGEST_MS, Math.max(0, at - clock()) + 50));
    };
    look();
    // What the clock shows may have changed with a reading.
    const stopHearing = pageClock.onReading(look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      stopHearing();
      document.removeEventListener('visibilitychange', look);
    };
  }, [at, clock]);
  return shown.now;
}

/** The present time, for text that names days: it is of today, and of the new day after midnight. */
export const useToday = (): number => useClock(nextMidnight);
