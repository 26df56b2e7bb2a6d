import { daysAgo, memberClock } from '../../ui/clock-text.ts';

/** `Last sync today at 09:36`, `yesterday at 21:04`, `on 12 March at 08:00`, in the member's way of writing time. */
export function lastSyncText(moment: number, now: number): string {
  const time = memberClock.time(moment);
  const days = daysAgo(moment, now);
  if (days <= 0) return `Last sync today at ${time}`;
  if (days === 1) return `Last sync yesterday at ${time}`;
  return `Last sync on ${memberClock.longDate(moment, now)} at ${time}`;
}
