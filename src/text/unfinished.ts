const counted = (n: number, one: string, others: string): readonly string[] => (n === 0 ? [] : [n === 1 ? `one ${one}` : `${n} ${others}`]);

/** `['2 things that were not sent', 'one draft']`: what of a member's writing only this device holds. */
export const unfinishedParts = ({
  pending,
  photos = 0,
  refused,
  drafts,
  shares = 0,
}: {
  readonly pending: number;
  readonly photos?: number;
  readonly refused: number;
  readonly drafts: number;
  readonly shares?: number;
}): readonly string[] => [
  ...counted(pending, 'thing that was not sent', 'things that were not sent'),
  ...counted(photos, 'photo that was not sent', 'photos that were not sent'),
  ...counted(refused, 'thing that was not accepted', 'things that were not accepted'),
  ...counted(drafts, 'draft', 'drafts'),
  ...counted(shares, 'thing that another app shared', 'things that other apps shared'),
];
