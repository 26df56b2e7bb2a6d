// Times in words, the same on every screen: with 12 or 24 hours and in the order that the member's browser uses.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

/** Formats as these locales write them; as the browser's own by default. */
export function clockIn(locales?: string | readonly string[]) {
  // Each format is made once, on first use: making it takes a while.
  const style = (options: Intl.DateTimeFormatOptions) => {
    let made: Intl.DateTimeFormat | undefined;
    return (time: number): string => {
      made ??= new Intl.DateTimeFormat(locales as string | string[] | undefined, options);
      return made.format(time);
    };
  };
  const clock = style({ timeStyle: 'short' });
  const short = style({ day: 'numeric', month: 'short' });
  const long = style({ day: 'numeric', month: 'long' });
  const weekday = style({ weekday: 'short' });
  const longWeekday = style({ weekday: 'long' });
  const shortOfYear = style({ day: 'numeric', month: 'short', year: 'numeric' });
  const longOfYear = style({ day: 'numeric', month: 'long', year: 'numeric' });
  const month = style({ month: 'long', year: 'numeric' });
  const coming = style({ weekday: 'long', day: 'numeric', month: 'long' });
  const dated = style({ dateStyle: 'long', timeStyle: 'short' });
  const whole = style({ dateStyle: 'full', timeStyle: 'short' });
  const sameYear = (time: number, now: number) => new Date(time).getFullYear() === new Date(now).getFullYear();
  return {
    /** the time of day */
    time: clock,
    /** a day, with its year if it is another one */
    shortDate: (time: number, now: number): string => (sameYear(time, now) ? short : shortOfYear)(time),
    longDate: (time: number, now: number): string => (sameYear(time, now) ? long : longOfYear)(time),
    weekday,
    longWeekday,
    /** a day, always with its year */
    fullDate: shortOfYear,
    month,
    /** a future day, with its weekday */
    coming,
    /** day, year and time */
    dated,
    /** day and time in full, for tooltips */
    whole,
  };
}

export const memberClock = clockIn();

export const unknownTime = 'Unknown time';
export const justNow = 'Just now';
const dayNames = ['Today', 'Yesterday'] as const;

/** Whole days between a time and now, by the calendar. Rounded, since days on which the clock changes have 23 or 25 hours. */
export const daysAgo = (time: number, now: number): number => Math.round((startOfDay(now) - startOfDay(time)) / DAY);

/** Today, Yesterday; undefined for any other day. A future time counts as today. */
const dayName = (time: number, now: number): string | undefined => dayNames[Math.max(0, daysAgo(time, now))];

/** Parses the time of a row; a time that cannot be parsed is unknown. */
function worded(iso: string, words: (time: number) => string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? unknownTime : words(time);
}

/** Just now, Nm ago, Nh ago, Nd ago under 7 days, else a date. A future time reads 'Just now'. */
export const relativeTime = (iso: string, now: number): string =>
  worded(iso, (time) => {
    const age = now - time;
    if (age < MINUTE) return justNow;
    if (age < HOUR) return `${Math.floor(age / MINUTE)}m ago`;
    if (age < DAY) return `${Math.floor(age / HOUR)}h ago`;
    return age < 7 * DAY ? `${Math.floor(age / DAY)}d ago` : memberClock.shortDate(time, now);
  });

/** The whole date and time, for the tooltip. */
export const exactTime = (iso: string): string => worded(iso, memberClock.whole);

/** Today, Yesterday, the name of a day of the last week, else a date. */
export const dayText = (iso: string, now: number): string =>
  worded(iso, (time) => dayName(time, now) ?? (daysAgo(time, now) < 7 ? memberClock.longWeekday(time) : memberClock.longDate(time, now)));

/** The time of day, for what is listed under its day. */
export const clockText = (iso: string): string => worded(iso, memberClock.time);

/** The time of day for today, else the day, as short as possible. */
export const briefTime = (iso: string, now: number): string =>
  worded(iso, (time) => {
    const days = daysAgo(time, now);
    if (days <= 0) return memberClock.time(time);
    return days < 7 ? memberClock.weekday(time) : memberClock.shortDate(time, now);
  });

/** `14 May 2023`, as the reader's language writes it. */
export const dateText = (iso: string): string => worded(iso, memberClock.fullDate);

/** `today`, `this month`, `last month`, `March 2024`: what follows 'Friends since'. */
export const sinceText = (iso: string, now: number): string =>
  worded(iso, (then) => {
    const [start, today] = [new Date(then), new Date(now)];
    if (start.toDateString() === today.toDateString()) return 'today';
    const months = (today.getFullYear() - start.getFullYear()) * 12 + today.getMonth() - start.getMonth();
    if (months <= 0) return 'this month';
    return months === 1 ? 'last month' : memberClock.month(then);
  });

/** `Friday, 13 March`: until when something is valid. */
export const untilDay = (iso: string): string => memberClock.coming(Date.parse(iso));

/** `15:40`: until when something is valid today. */
export const untilTime = (iso: string): string => memberClock.time(Date.parse(iso));

/** `Today 09:36`, `Yesterday 22:10`, `3 May 09:36`. */
export const syncTime = (time: number, now: number): string =>
  `${dayName(time, now) ?? memberClock.shortDate(time, now)} ${memberClock.time(time)}`;

/** `Last sync today at 09:36`, `yesterday at 21:04`, `on 12 March at 08:00`. */
export function lastSyncText(time: number, now: number): string {
  const day = dayName(time, now)?.toLowerCase() ?? `on ${memberClock.longDate(time, now)}`;
  return `Last sync ${day} at ${memberClock.time(time)}`;
}
