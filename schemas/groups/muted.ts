/** The value of the setting of a muted group: `on` or `off`, or the time until which the group is muted. */

/** When the mute ends: Infinity if it ends by hand, 0 if there is none. A time that has passed is no mute either. */
export function mutedUntil(value: string | undefined): number {
  if (value === 'on') return Number.POSITIVE_INFINITY;
  return value === undefined || value === 'off' ? 0 : Date.parse(value);
}

/** The value that mutes until a moment, in milliseconds. */
export const muteValue = (until: number): string => (until === Number.POSITIVE_INFINITY ? 'on' : new Date(until).toISOString());
