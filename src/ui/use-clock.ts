import { useEffect, useState } from 'react';

/** The next midnight of this device. */
export function nextMidnight(now: number): number {
  const midnight = new Date(now);
  midnight.setHours(24, 0, 0, 0);
  return midnight.getTime();
}

/**
 * The time of now, for what reads differently from a certain moment on: renders again when that has come, also where the device slept
 * through it. `changesAt` says the moment that comes after a given one, within days, or that there is none.
 */
export function useClock(changesAt: (now: number) => number | undefined): number {
  const [now, setNow] = useState(Date.now);
  const at = changesAt(now);
  useEffect(() => {
    if (at === undefined) return;
    const look = () => {
      if (Date.now() >= at) setNow(Date.now());
    };
    // A timer may come a moment early.
    const timer = setTimeout(look, Math.max(0, at - Date.now()) + 50);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [at]);
  return now;
}
