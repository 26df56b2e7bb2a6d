import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isQuiet, type QuietHours, quietUntil, readQuietHours, writeQuietHours } from './quiet-hours.ts';
import { timeOfDay } from './wall-times.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const hoursOf = (value: string): QuietHours => {
  const hours = readQuietHours(value);
  if (!hours) throw new Error(`these are no quiet hours: ${value}`);
  return hours;
};
const until = (value: string, at: string) => quietUntil(hoursOf(value), new Date(at))?.toISOString() ?? null;

test('[R-80] quiet hours are two times and a zone', () => {
  expect(readQuietHours('22:00-07:00 Europe/Berlin')).toEqual({ from: '22:00', to: '07:00', zone: 'Europe/Berlin' });
  for (const zone of [
    ...Intl.supportedValuesOf('timeZone'),
    'UTC',
    'Asia/Kolkata',
    'Asia/Calcutta',
    'America/Argentina/Buenos_Aires',
    'Etc/GMT+5',
  ]) {
    expect(readQuietHours(`00:00-23:59 ${zone}`), zone).not.toBeNull();
  }
});

test.each([
  'off',
  'on',
  '',
  '22:00-07:00',
  '22:00-07:00 ',
  '22:00-07:00 Europe/Atlantis',
  '22:00-07:00 +01:00',
  '22:00-22:00 Europe/Berlin',
  '24:00-07:00 Europe/Berlin',
  '22:60-07:00 Europe/Berlin',
  '22:00 - 07:00 Europe/Berlin',
  '22-7 Europe/Berlin',
  '22:00-07:00 Europe/Berlin ',
  `22:00-07:00 ${'Europe/'.repeat(1000)}Berlin`,
])('[R-80] %j names no quiet hours', (value) => {
  expect(readQuietHours(value)).toBeNull();
});

test.each([
  // A night in winter and in summer: the same times of the wall, not of UTC.
  ['22:00-07:00 Europe/Berlin', '2026-01-14T20:59:59Z', null],
  ['22:00-07:00 Europe/Berlin', '2026-01-14T21:00:00Z', '2026-01-15T06:00:00.000Z'],
  ['22:00-07:00 Europe/Berlin', '2026-07-14T20:00:00Z', '2026-07-15T05:00:00.000Z'],
  ['22:00-07:00 Europe/Berlin', '2026-07-15T05:00:00Z', null],
  // Within one day.
  ['12:00-14:00 Asia/Kolkata', '2026-07-14T07:00:00Z', '2026-07-14T08:30:00.000Z'],
  ['12:00-14:00 Asia/Kolkata', '2026-07-14T12:00:00Z', null],
  // Until midnight.
  ['22:00-00:00 Asia/Tokyo', '2026-07-14T13:30:00Z', '2026-07-14T15:00:00.000Z'],
  // The nights of both changes: an hour shorter, an hour longer.
  ['22:00-07:00 Europe/Berlin', '2026-03-28T21:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['22:00-07:00 Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T06:00:00.000Z'],
  // 02:30 does not exist: the change at 01:00 UTC, from 02:00 to 03:00, is its moment.
  ['22:00-02:30 Europe/Berlin', '2026-03-29T00:59:00Z', '2026-03-29T01:00:00.000Z'],
  ['02:30-07:00 Europe/Berlin', '2026-03-29T00:59:59Z', null],
  ['02:30-07:00 Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['02:10-02:50 Europe/Berlin', '2026-03-29T01:00:00Z', null],
  // 02:30 exists twice: quiet from the first on, and until the second.
  ['22:00-02:30 Europe/Berlin', '2026-10-25T00:45:00Z', '2026-10-25T01:30:00.000Z'],
  ['02:30-07:00 Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T06:00:00.000Z'],
  ['02:30-07:00 Europe/Berlin', '2026-10-25T01:10:00Z', '2026-10-25T06:00:00.000Z'],
  // Half an hour of change, and zones far from UTC.
  ['22:00-01:45 Australia/Lord_Howe', '2026-04-04T14:50:00Z', '2026-04-04T15:15:00.000Z'],
  ['22:00-07:00 Pacific/Kiritimati', '2026-07-14T08:00:00Z', '2026-07-14T17:00:00.000Z'],
  ['22:00-07:00 Pacific/Pago_Pago', '2026-07-14T09:00:00Z', '2026-07-14T18:00:00.000Z'],
  // Samoa had no 30 December 2011: it went from Thursday's night into Saturday's morning.
  ['22:00-07:00 Pacific/Apia', '2011-12-30T09:00:00Z', '2011-12-30T17:00:00.000Z'],
])('[R-80] %s at %s is quiet until %s', (value, at, end) => {
  expect(until(value, at)).toBe(end);
});

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const minutes = fc.nat(24 * 60 - 1).map((minute) => timeOfDay(minute * MINUTE));
const anyHours = fc
  .record({ from: minutes, to: minutes, zone: zones })
  .filter(({ from, to }) => from !== to)
  .map((hours): QuietHours => hours);
const YEAR_BEGINS = Date.UTC(2026, 0, 1);
const moments = fc.nat(365 * 24 * 60 - 1).map((minute) => YEAR_BEGINS + minute * MINUTE);

/** What the clock shows, written in another way than the rule reads it. */
const written = new Map<string, Intl.DateTimeFormat>();
const wallClock = (zone: string, at: number): { readonly time: string; readonly offset: string } => {
  const format =
    written.get(zone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', timeZoneName: 'longOffset' });
  written.set(zone, format);
  const [time = '', offset = ''] = format.format(at).split(' ');
  return { time, offset };
};
const inRange = ({ from, to, zone }: QuietHours, at: number): boolean => {
  const { time } = wallClock(zone, at);
  return from < to ? from <= time && time < to : from <= time || time < to;
};
/** Whether the clock goes forwards or back between two moments. */
const changesBetween = (zone: string, from: number, to: number): boolean => wallClock(zone, from).offset !== wallClock(zone, to).offset;

/** Days of the year after which a clock has changed. */
const changes = Intl.supportedValuesOf('timeZone').flatMap((zone) => {
  const days = Array.from({ length: 366 }, (_, day) => YEAR_BEGINS + day * 24 * HOUR);
  const offsets = days.map((day) => wallClock(zone, day).offset);
  return days.filter((_, index) => index > 0 && offsets[index] !== offsets[index - 1]).map((day) => ({ zone, day }));
});
const nearAChange = fc
  .record({ change: fc.constantFrom(...changes), from: minutes, to: minutes, minute: fc.integer({ min: -36 * 60, max: 12 * 60 }) })
  .filter(({ from, to }) => from !== to)
  .map(({ change: { zone, day }, from, to, minute }) => [{ from, to, zone }, day + minute * MINUTE] as const);
const anyMoment = fc.oneof(fc.tuple(anyHours, moments), nearAChange);

test('[R-80] in every zone, throughout the year: quiet is when the clock on the wall is between the two times', () => {
  expect(changes.length).toBeGreaterThan(200);
  fc.assert(
    fc.property(anyMoment, ([hours, at]) => {
      const quiet = isQuiet(hours, new Date(at));
      // Only a clock that was just put back may show a time outside the hours in a night that goes on.
      if (inRange(hours, at)) expect(quiet).toBe(true);
      else if (!changesBetween(hours.zone, at - 3 * HOUR, at)) expect(quiet).toBe(false);
    }),
    { numRuns: 3000 },
  );
});

test('[R-80] in every zone, throughout the year: a quiet time ends once, when the clock shows its end', () => {
  let [quiet, changed] = [0, 0];
  fc.assert(
    fc.property(anyMoment, ([hours, at]) => {
      const end = quietUntil(hours, new Date(at))?.getTime();
      if (end === undefined) return;
      quiet += 1;
      expect(end).toBeGreaterThan(at);
      expect(isQuiet(hours, new Date(end))).toBe(false);
      expect(isQuiet(hours, new Date(end - 1))).toBe(true);
      const between = at + Math.floor((end - at) / 2);
      expect(quietUntil(hours, new Date(between))?.getTime()).toBe(end);
      // The clock shows the end, or it has just skipped it.
      if (changesBetween(hours.zone, end - 1, end)) changed += 1;
      else expect(wallClock(hours.zone, end).time).toBe(hours.to);
      // A night has no more hours than a day, but for the hour that a clock was put back.
      expect(end - at).toBeLessThanOrEqual(25 * HOUR);
    }),
    { numRuns: 3000 },
  );
  expect(quiet).toBeGreaterThan(500);
  expect(changed).toBeGreaterThan(0);
});

test('a setting is written as it is read', () => {
  fc.assert(
    fc.property(anyHours, (hours) => {
      expect(readQuietHours(writeQuietHours(hours))).toEqual(hours);
    }),
  );
});
