// "12m ago", kept current while it is on the screen. One timer for the page, in steps of half a minute, only while the page is visible.
import { useSyncExternalStore } from 'react';
import { pageClock } from '../data/store/page-clock.ts';
import { exactTime, justNow, relativeTime } from '../text/times.ts';

// One timer for the page, in steps of half a minute, only while somebody looks.
const STEP = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let stopHearing: () => void = () => {};
const tick = () => {
  for (const listener of listeners) listener();
};
const look = () => {
  clearInterval(timer);
  if (document.hidden) return;
  tick();
  timer = setInterval(tick, STEP);
};
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    look();
    stopHearing = pageClock.onReading(tick);
    document.addEventListener('visibilitychange', look);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    stopHearing();
    document.removeEventListener('visibilitychange', look);
  };
}

/** How long ago that was, in words. */
export function useRelativeTime(iso: string): string {
  // The words are the snapshot: unchanged words do not render again.
  return useSyncExternalStore(subscribe, () => relativeTime(iso, pageClock.now()));
}

export interface RelativeTimeProps {
  readonly iso: string;
  readonly className?: string | undefined;
  /** words of the same sentence precede it */
  readonly within?: boolean | undefined;
}

export function RelativeTime({ iso, className, within }: RelativeTimeProps) {
  const words = useRelativeTime(iso);
  return (
    <time dateTime={iso} title={exactTime(iso)} className={className}>
      {within && words === justNow ? justNow.toLowerCase() : words}
    </time>
  );
}
