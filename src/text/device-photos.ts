import { photosWording } from '../../schemas/wording/photo-wording.ts';
import { sizeText } from './sizes.ts';

interface Held {
  readonly count: number;
  readonly bytes: number;
}

const ownStay = 'Photos that you chose on this device stay.';

/** The photos that this device stores, and clearing them. */
export const devicePhotosText = {
  title: 'Photos',
  /** `84 MB, 212 photos` */
  held: ({ count, bytes }: Held): string => (count === 0 ? 'None on this device' : `${sizeText(bytes)}, ${photosWording(count)}`),
  notCounted: 'They could not be counted',
  clear: 'Clear',
  clearPhotos: 'Clear photos',
  question: 'Clear photos from this device?',
  goes: ({ count, bytes }: Held): string =>
    `${photosWording(count)} (${sizeText(bytes)}), profile photos included, will be removed from this device.`,
  comesAgain: 'Nothing is deleted for anybody. Each one loads again when you look at it, and new ones load as before.',
  ownStay,
  offline: 'You are offline: you will not see them until you are back online.',
  clearing: 'Clearing...',
  cleared: 'Cleared. They load again when you look at them.',
  nothing: (hasOwn: boolean): string => (hasOwn ? `Nothing to clear. ${ownStay}` : 'Nothing to clear.'),
  failed: 'The photos could not be cleared. Please try again.',
} as const;
