import { daysAgo, memberClock } from '../ui/clock-text.ts';

/** `Today 09:36`, `Yesterday 22:10`, `3 May 09:36`, in the member's way of writing time. */
export function syncTime(time: number, now: number): string {
  const clock = memberClock.time(time);
  const days = daysAgo(time, now);
  if (days <= 0) return `Today ${clock}`;
  return days === 1 ? `Yesterday ${clock}` : `${memberClock.shortDate(time, now)} ${clock}`;
}
