/** Wall times, which a clock on a wall of a zone shows, and the moments at which it shows them. By Intl, so that no table of zones is shipped. */

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** More zones than there are, so that names in odd letter cases cannot fill the memory of a server. */
const CLOCKS_MAX = 700;
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Names of zones. Mere offsets are none: they do not follow the changes of time. */
const zoneName = /^[A-Za-z][\w+-]*(\/[\w+-]+){0,2}$/u;
const ZONE_NAME_MAX = 50;

/** The clock of a zone; null if no zone has this name. */
function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(zone);
  if (known) return known;
  if (zone.length > ZONE_NAME_MAX || !zoneName.test(zone)) return null;
  let clock: Intl.DateTimeFormat;
  try {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch {
    return null;
  }
  if (clocks.size >= CLOCKS_MAX) clocks.clear();
  clocks.set(zone, clock);
  return clock;
}

/** Whether a zone has this name, as far as this device or server knows. */
export const isZone = (zone: string): boolean => clockOf(zone) !== null;

/** What the clock of a zone shows at a moment, in milliseconds as if it were the clock of UTC, to the second. */
export function wallTimeAt(zone: string, at: number): number {
  // Such a clock writes 11/29/2026, 22:00:00.
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = (clockOf(zone)?.format(at).match(/\d+/gu) ?? []).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** How far the clock of a zone is ahead of UTC. */
const aheadAt = (zone: string, at: number): number => wallTimeAt(zone, at) - Math.floor(at / SECOND_MS) * SECOND_MS;

/**
 * The first and the last moment at which the clock of a zone shows a wall time. They differ where the clock goes back over it. Where it
 * skips the wall time, both are the moment of the change.
 */
export function momentsOf(zone: string, wall: number): { readonly first: number; readonly last: number } {
  // No clock is further from UTC than this, so that both moments are between a change of time and its two sides.
  const [before, after] = [aheadAt(zone, wall - 15 * HOUR_MS), aheadAt(zone, wall + 15 * HOUR_MS)];
  if (before === after) return { first: wall - before, last: wall - before };
  const shown = [wall - before, wall - after].filter((moment) => wallTimeAt(zone, moment) === wall);
  if (shown.length > 0) return { first: Math.min(...shown), last: Math.max(...shown) };
  let [early, late] = [wall - after, wall - before];
  while (late - early > SECOND_MS) {
    const middle = Math.floor((early + late) / 2 / SECOND_MS) * SECOND_MS;
    if (wallTimeAt(zone, middle) < wall) early = middle;
    else late = middle;
  }
  return { first: late, last: late };
}

/** The minutes of the day that `07:30` names; null if it is no time of day. */
export function minutesOfDay(text: string): number | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/u.exec(text) ?? [];
  return hour === undefined || minute === undefined ? null : Number(hour) * 60 + Number(minute);
}

/** `07:30` for a wall time or for the milliseconds of a day. */
export const timeOfDay = (wall: number): string => new Date(wall - (wall % MINUTE_MS)).toISOString().slice(11, 16);
