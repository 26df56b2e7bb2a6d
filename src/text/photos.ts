/** Texts for the photos of posts and messages where these are listed. What a viewer says is loaded with it: `photo-view.ts`. */

const photosText = (count: number): string => (count === 1 ? '1 photo' : `${count} photos`);

/** How a post or a message is mentioned elsewhere: by its text, or by its photos if it has no text. */
export const mentionedAs = ({ content, photos }: { readonly content: string; readonly photos: readonly unknown[] }): string =>
  content === '' && photos.length > 0 ? photosText(photos.length) : content;

/** Photos of a post or a message. */
export const photoGridText = {
  photos: photosText,
  photo: (nth: number, count: number): string => (count === 1 ? 'Photo' : `Photo ${nth} of ${count}`),
  withMore: (photo: string, count: number): string => `${photo}, and ${count} more`,
  onItsWay: (from: string | null): string => (from === null ? 'Photo on its way' : `Photo on its way from ${from}`),
  openFailed: 'The photo could not be opened. Please check your connection.',
} as const;
