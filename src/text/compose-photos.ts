import { IMAGE_MAX_BYTES, type PixelSize } from '../../schemas/images/image.ts';

const count = new Intl.NumberFormat('en');
/** `0.4 MB`, never less than a tenth of one */
const inMegabytes = (bytes: number): string => `${Math.max(0.1, bytes / 1_000_000).toFixed(1)}\u00a0MB`;
const inPixels = ({ width, height }: PixelSize): string => `${count.format(width)} × ${count.format(height)} pixels`;

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
  crop: 'Crop',
  remove: 'Remove photo',
  notHere: 'This photo is not on this device yet, so it cannot be changed. Please try again once it is shown.',
  unarrived: 'The last photo did not arrive, because the browser closed Kith. Please choose it again.',
  unarrivedElsewhere: 'A photo did not arrive, because the browser closed Kith while you were choosing it.',
  toUnarrived: 'Choose it again',
  size: 'Size',
  smaller: 'Smaller',
  fullSize: 'Full size',
  smallerNow: (bytes: number, full: PixelSize): string =>
    `${inMegabytes(bytes)} now. Full size: ${inPixels(full)}, at most ${inMegabytes(IMAGE_MAX_BYTES)}.`,
  fullNow: (bytes: number, size: PixelSize): string => `${inPixels(size)}, ${inMegabytes(bytes)}`,
  sizing: 'Changing the size...',
  noFullSize: 'The full size is not on this device any more. To send it, choose the photo again.',
  noDiskSpace: 'There is no room left on this device for it. Free some space, then choose it again.',
  failed: 'It could not be kept. Please choose it again.',
} as const;
