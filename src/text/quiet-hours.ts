/** `New York` for `America/New_York`. */
const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** Texts for the hours in which nothing calls a member. */
export const quietHoursText = {
  title: 'Quiet hours',
  help: 'No notices arrive in these hours. At their end, one says how much came.',
  none: 'Off',
  fromTo: (from: string, to: string): string => `${from} to ${to}`,
  quietNow: (until: string): string => `Quiet now, until ${until}`,
  notQuiet: 'Not quiet now',
  from: 'From',
  to: 'Until',
  equal: 'Choose two different times.',
  zone: (zone: string): string => `By the clock of ${cityOf(zone)}. When this device is elsewhere, they follow it.`,
  failed: 'Your quiet hours could not be saved. Please try again.',
} as const;
