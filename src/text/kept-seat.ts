/** Texts for the seat that is kept for an invited visitor, and for taking it. */
export const keptSeatText = {
  wouldLikeYou: 'would like you at their table',
  seatHelp: 'Kith is a small table for close friends. A table has few seats: the first to come have them.',
  seatAtOnce: 'Once you have joined, you are friends, and they see your name and address.',
  seatAsks: 'Once you have joined, they are asked to be your friend, and see your name and address.',
  joinAs: 'You join with the address',
  notYou: 'Not you?',
  takeSeat: 'Take your seat',
  takingSeat: 'Taking your seat...',
  byPasskey: 'Take it with a passkey instead',
} as const;
