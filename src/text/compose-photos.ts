/** Photos of a text that is being written. */
export const composeText = {
  add: 'Add photos',
  full: 'No more than 6 photos',
  tooMany: 'At most 6 photos fit. The others were left out.',
  working: (count: number): string => (count === 1 ? 'One photo is being made ready' : `${count} photos are being made ready`),
  open: (label: string, alt: string): string => (alt === '' ? `${label}, no description` : `${label}: ${alt}`),
  keys: 'Arrow keys move it',
  described: 'ALT',
  removeNth: (label: string): string => `Remove ${label.toLowerCase()}`,
  removed: 'Photo removed',
  dismiss: 'Hide this',
  alt: 'Description',
  altHint: (left: number): string =>
    left > 200 ? 'What the photo shows, for those who cannot see it' : left === 1 ? '1 character left' : `${left} characters left`,
  earlier: 'Earlier',
  later: 'Later',
  turn: 'Turn right',
  remove: 'Remove photo',
  notHere: 'This photo is not on this device yet, so it cannot be turned. Please try again once it is shown.',
  noDiskSpace: 'There is no room left on this device for it. Free some space, then choose it again.',
  failed: 'It could not be kept. Please choose it again.',
} as const;
