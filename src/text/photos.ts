import { photosWording } from '../../schemas/wording/photo-wording.ts';

/** Texts for the photos of posts and messages where these are listed. What a viewer says is loaded with it: `photo-view.ts`. */

interface Mentioned {
  readonly content: string;
  readonly photos: readonly unknown[];
}

/** How many photos a post or a message has in place of a text; 0 if it has a text. */
export const photosAlone = ({ content, photos }: Mentioned): number => (content === '' ? photos.length : 0);

/** How a post or a message is mentioned elsewhere: by its text, or by its photos if it has no text. */
export const mentionedAs = (row: Mentioned): string => (photosAlone(row) > 0 ? photosWording(photosAlone(row)) : row.content);

/** What somebody shared: `a photo`, `3 photos`. */
export const sharedPhotos = (count: number): string => (count === 1 ? 'a photo' : photosWording(count));

/** Photos of a post or a message. */
export const photoGridText = {
  photos: photosWording,
  photo: (nth: number, count: number): string => (count === 1 ? 'Photo' : `Photo ${nth} of ${count}`),
  withMore: (photo: string, count: number): string => `${photo}, and ${count} more`,
  onItsWay: (from: string | null): string => (from === null ? 'Photo on its way' : `Photo on its way from ${from}`),
  openFailed: 'The photo could not be opened. Please check your connection.',
} as const;

/** Says, at the photos of your own post or message, that the server refused them. */
export const failedPhotosText = { mark: 'Not sent', named: (label: string): string => `${label}, not sent` } as const;
