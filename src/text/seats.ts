const wroteToday = ', wrote today';

/** Texts for the picture of a circle. */
export const seatsText = {
  wroteToday,
  personWroteToday: (name: string): string => `${name}${wroteToday}`,
  taken: (taken: number, total: number): string => `${taken} of ${total} seats taken`,
  free: 'Free seat: invite a friend',
  of: 'of',
  asked: (name: string): string => `${name} was asked: open the invitation`,
  askedLine: (asked: number): string => `${asked === 1 ? 'one' : asked} asked`,
  takenLine: 'seats taken',
  your: 'Your',
  table: 'table',
} as const;
