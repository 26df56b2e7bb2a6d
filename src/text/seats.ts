const wroteToday = ', wrote today';

/** Texts for the picture of a circle. */
export const seatsText = {
  wroteToday,
  personWroteToday: (name: string): string => `${name}${wroteToday}`,
  taken: (taken: number, total: number): string => `${taken} of ${total} seats taken`,
  free: 'Free seat: invite a friend',
  of: 'of',
  takenLine: 'seats taken',
  eight: 'Eight',
  seats: 'seats',
} as const;
