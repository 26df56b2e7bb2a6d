import { DAY_MS, isZone, minutesOfDay, momentsOf, wallTimeAt } from './wall-times.ts';

/**
 * The hours of the night in which nobody is called: two wall times and the name of a zone. They are applied anew at every moment, so that
 * 22:00 is 22:00 in summer and in winter.
 */
export interface QuietHours {
  /** as in `22:00` */
  readonly from: string;
  /** as in `07:00`; of the next day if it is earlier than `from` */
  readonly to: string;
  /** as in `Europe/Berlin` */
  readonly zone: string;
}

/** The value of the setting for these hours, as in `22:00-07:00 Europe/Berlin`. */
export const writeQuietHours = ({ from, to, zone }: QuietHours): string => `${from}-${to} ${zone}`;

/** The quiet hours that a setting names. Null if it names none: it is `off`, has two equal times, or a zone that nobody knows. */
export function readQuietHours(value: string): QuietHours | null {
  const [, from = '', to = '', zone = ''] = /^(\d\d:\d\d)-(\d\d:\d\d) (\S+)$/u.exec(value) ?? [];
  if (minutesOfDay(from) === null || minutesOfDay(to) === null || from === to || !isZone(zone)) return null;
  return { from, to, zone };
}

/**
 * The end of the quiet time that a moment is in; null if it is in none. A quiet time begins when the clock first shows `from`, and ends
 * when it last shows `to`, so that a clock that goes back does not interrupt it. A time that the clock skips counts as shown at the change.
 */
export function quietUntil({ from, to, zone }: QuietHours, at: Date): Date | null {
  const [begins, ends] = [(minutesOfDay(from) ?? 0) * 60_000, (minutesOfDay(to) ?? 0) * 60_000];
  const today = Math.floor(wallTimeAt(zone, at.getTime()) / DAY_MS) * DAY_MS;
  let until = at.getTime();
  // From yesterday's on, which may still last. Where a quiet time ends after the next has begun, or with it, both are one.
  for (let day = today - DAY_MS; day <= today + 2 * DAY_MS; day += DAY_MS) {
    if (momentsOf(zone, day + begins).first > until) break;
    until = Math.max(until, momentsOf(zone, ends > begins ? day + ends : day + DAY_MS + ends).last);
  }
  return until === at.getTime() ? null : new Date(until);
}

/** Whether nobody is to be called at this moment. */
export const isQuiet = (hours: QuietHours, at: Date): boolean => quietUntil(hours, at) !== null;
