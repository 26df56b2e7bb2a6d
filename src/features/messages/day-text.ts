import { daysAgo, memberClock } from '../../ui/clock-text.ts';

/** Today, Yesterday, the name of a day of the last week, else a date. */
export function dayText(iso: string, now: number): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return 'Unknown time';
  const days = daysAgo(time, now);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return days < 7 ? memberClock.longWeekday(time) : memberClock.longDate(time, now);
}

/** The time of day, for what stands under its day. */
export function clockText(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? 'Unknown time' : memberClock.time(time);
}

/** The time of day for today, else the day, as short as it gets. */
export function briefTime(iso: string, now: number): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return 'Unknown time';
  const days = daysAgo(time, now);
  if (days <= 0) return memberClock.time(time);
  return days < 7 ? memberClock.weekday(time) : memberClock.shortDate(time, now);
}
