// The photo that a press has opened over the page, and whether an address asks for one. Any grid may open one. What else a viewer needs is
// loaded with the first photo.
import { useSyncExternalStore } from 'react';
import { createTopic } from '../../../schemas/base/topic.ts';

export interface OpenedPhoto {
  readonly collection: 'posts' | 'group_messages';
  /** of the post or message that names it */
  readonly rowId: string;
  readonly photoId: string;
}

/** The part of an address that names a photo: `photo-address.ts`. */
export const PHOTO_PARAM = 'photo';
export const asksForPhoto = (search: string): boolean => new URLSearchParams(search).has(PHOTO_PARAM);

let opened: OpenedPhoto | null = null;
const changed = createTopic();
function set(next: OpenedPhoto | null): void {
  opened = next;
  changed.announce();
}

/** Opens a photo over the page, or shows another one. */
export const openPhoto = (photo: OpenedPhoto): void => set(photo);
export const closePhoto = (): void => {
  if (opened) set(null);
};
export const useOpenedPhoto = (): OpenedPhoto | null => useSyncExternalStore(changed.subscribe, () => opened);
