import type { Unshrunk } from '../../workers/device/photos/shrink-photo.ts';

/** Why a file cannot become a photo of a post or a message, and what to do about it. */
export const unshrunkText: Record<Unshrunk, string> = {
  IMAGE_TYPE: 'This browser cannot show this file as a photo. Please choose a JPG, PNG or WebP image.',
  IMAGE_DAMAGED: 'This image is damaged, or this browser cannot read it. Please choose another one, or a screenshot of it.',
  IMAGE_TOO_LARGE: 'This file is too large to open here. Please choose a smaller one, or a screenshot of it.',
  IMAGE_TOO_MANY_PIXELS: 'This image has more than 100 megapixels. Please choose a smaller one, or a screenshot of it.',
  CANVAS:
    'This browser changes pictures to protect you from being recognized, or has too little memory. Please allow Kith to read its canvas, or try another browser.',
};

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
