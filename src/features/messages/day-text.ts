const DAY_MS = 24 * 60 * 60_000;
const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' });
const longWeekday = new Intl.DateTimeFormat(undefined, { weekday: 'long' });
const sameYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long' });
const otherYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' });
const shortDate = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** Whole days between a time and now, by the calendar; rounded, as days of a changed clock have 23 or 25 hours. */
const daysAgo = (time: number, now: number): number => Math.round((startOfDay(now) - startOfDay(time)) / DAY_MS);

/** Today, Yesterday, the name of a day of the last week, else a date. */
export function dayText(iso: string, now: number): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return 'Unknown time';
  const days = daysAgo(time, now);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return longWeekday.format(time);
  return (new Date(time).getFullYear() === new Date(now).getFullYear() ? sameYear : otherYear).format(time);
}

/** The time of day, for what stands under its day. */
export function clockText(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? 'Unknown time' : clock.format(time);
}

/** The time of day for today, else the day, as short as it gets. */
export function briefTime(iso: string, now: number): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return 'Unknown time';
  const days = daysAgo(time, now);
  if (days <= 0) return clock.format(time);
  return days < 7 ? weekday.format(time) : shortDate.format(time);
}
