/** Texts for all photos of a person or of a group. */
export const allPhotosText = {
  yours: 'Your photos',
  theirs: (name: string): string => `${name}’s photos`,
  inGroup: (name: string): string => `Photos in ${name}`,
  loading: 'Loading photos',
  failed: 'Failed to load photos',
  notHere: 'Photos are not on this device yet. They will load when you are online.',
  noneYet: 'No photos yet',
  noneOfYours: 'Photos that you share in posts appear here.',
  noneOfTheirs: (name: string): string => `Photos that ${name} shares with you appear here.`,
  noneInGroup: 'Photos that somebody sends in the chat appear here.',
  olderLater: 'Older photos will load when you are online.',
  /** what a photo shows, who shared it if that is not known from the page, and when */
  photo: (what: string, from: string | null, when: string): string => [what, ...(from === null ? [] : [`from ${from}`]), when].join(', '),
} as const;
