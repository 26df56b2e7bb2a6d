/** Texts for the hours in which nothing calls a member. */
export const quietHoursText = {
  title: 'Quiet hours',
  help: 'Nothing calls you in these hours. At their end, one call says how much came.',
  none: 'Off',
  fromTo: (from: string, to: string): string => `${from} to ${to}`,
  quietNow: (until: string): string => `Quiet now, until ${until}`,
  notQuiet: 'Not quiet now',
  from: 'From',
  to: 'Until',
  equal: 'Choose two different times.',
  zone: (zone: string): string => `By the clock of ${zone.replaceAll('_', ' ')}. When this device is elsewhere, they follow it.`,
  failed: 'Your quiet hours could not be saved. Please try again.',
} as const;
