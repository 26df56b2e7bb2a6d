// "12m ago", which keeps moving while it is on the screen.
import { useSyncExternalStore } from 'react';
import { pageClock } from '../data/page-clock.ts';
import { messages } from '../text/messages.ts';
import { memberClock } from './clock-text.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const JUST_NOW = 'Just now';

/** Just now, Nm ago, Nh ago, Nd ago under 7 days, else a date. What lies ahead reads 'Just now'. */
export function relativeTime(iso: string, now: number): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return messages.UNKNOWN_TIME;
  const age = now - time;
  if (age < MINUTE) return JUST_NOW;
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h ago`;
  if (age < 7 * DAY) return `${Math.floor(age / DAY)}d ago`;
  return memberClock.shortDate(time, now);
}

/** The whole date and time, for the tooltip. */
export function exactTime(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? messages.UNKNOWN_TIME : memberClock.whole(time);
}

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
    stopHearing = pageClock.onHeard(tick);
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

/** How long ago that was, in words of now. */
export function useRelativeTime(iso: string): string {
  // The words are the snapshot: what reads the same does not render again.
  return useSyncExternalStore(subscribe, () => relativeTime(iso, pageClock.now()));
}

export interface RelativeTimeProps {
  readonly iso: string;
  readonly className?: string | undefined;
  /** words of the same sentence stand before it */
  readonly within?: boolean | undefined;
}

export function RelativeTime({ iso, className, within }: RelativeTimeProps) {
  const words = useRelativeTime(iso);
  return (
    <time dateTime={iso} title={exactTime(iso)} className={className}>
      {within && words === JUST_NOW ? JUST_NOW.toLowerCase() : words}
    </time>
  );
}
