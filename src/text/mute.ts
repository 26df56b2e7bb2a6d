import { daysAgo, memberClock } from './times.ts';

const HOUR_MS = 3_600_000;

/** Texts for muting a group. */
export const muteText = {
  notifies: 'Messages notify you',
  mute: 'Mute this group',
  muted: 'Its messages do not notify you',
  turnOn: 'Turn on',
  failed: 'Whether this group is muted could not be saved. Please try again.',
} as const;

/** For how long a group can be muted, in milliseconds, and in words. */
export const muteLengths = [
  { ms: HOUR_MS, words: 'For an hour' },
  { ms: 24 * HOUR_MS, words: 'For a day' },
  { ms: Number.POSITIVE_INFINITY, words: 'Until I turn it on again' },
] as const;

/** `Muted until 18:40`, `Muted until tomorrow, 18:40`, `Muted until 3 May, 18:40`; only `Muted` if no end was chosen. */
export function mutedText(until: number, now: number): string {
  if (until === Number.POSITIVE_INFINITY) return 'Muted';
  const time = memberClock.time(until);
  const days = -daysAgo(until, now);
  if (days <= 0) return `Muted until ${time}`;
  return `Muted until ${days === 1 ? 'tomorrow' : memberClock.shortDate(until, now)}, ${time}`;
}
