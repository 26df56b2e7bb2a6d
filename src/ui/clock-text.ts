// How a time of day and a day are written, the same on every screen: with 12 or 24 hours, and in the order, that the member's
// browser writes them in.

const DAY_MS = 24 * 60 * 60_000;
const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

/** In these places' way of writing; the browser's own unless told. */
export function clockIn(locales?: string | readonly string[]) {
  const style = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locales as string | string[] | undefined, options);
  const clock = style({ timeStyle: 'short' });
  const short = style({ day: 'numeric', month: 'short' });
  const long = style({ day: 'numeric', month: 'long' });
  const weekday = style({ weekday: 'short' });
  const longWeekday = style({ weekday: 'long' });
  const shortOfYear = style({ day: 'numeric', month: 'short', year: 'numeric' });
  const longOfYear = style({ day: 'numeric', month: 'long', year: 'numeric' });
  const dated = style({ dateStyle: 'long', timeStyle: 'short' });
  const whole = style({ dateStyle: 'full', timeStyle: 'short' });
  const sameYear = (time: number, now: number) => new Date(time).getFullYear() === new Date(now).getFullYear();
  return {
    /** the time of day */
    time: (time: number): string => clock.format(time),
    /** a day, with its year where that is another one */
    shortDate: (time: number, now: number): string => (sameYear(time, now) ? short : shortOfYear).format(time),
    longDate: (time: number, now: number): string => (sameYear(time, now) ? long : longOfYear).format(time),
    weekday: (time: number): string => weekday.format(time),
    longWeekday: (time: number): string => longWeekday.format(time),
    /** day, year and time */
    dated: (time: number): string => dated.format(time),
    /** day and time in full, for tooltips */
    whole: (time: number): string => whole.format(time),
  };
}

export const memberClock = clockIn();

/** Whole days between a time and now, by the calendar; rounded, as days of a changed clock have 23 or 25 hours. */
export const daysAgo = (time: number, now: number): number => Math.round((startOfDay(now) - startOfDay(time)) / DAY_MS);
