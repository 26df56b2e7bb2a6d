const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];

/** `Two seats are free.`, `One seat is free.`, `Your table is full.` */
export function freeSeatsText(taken: number, seats: number): string {
  const free = seats - taken;
  if (free <= 0) return 'Your table is full.';
  return `${words[free] ?? free} ${free === 1 ? 'seat is' : 'seats are'} free.`;
}
