// The part of an address that opens a photo over its page: the photo, and the post or message that names it. A chat opens at that message.
import { type OpenedPhoto, PHOTO_PARAM } from './opened-photo.ts';

const ROW = { posts: 'post', group_messages: 'message' } as const;

/** The photo that an address opens; null if it opens none. */
export function photoIn(search: string): OpenedPhoto | null {
  const params = new URLSearchParams(search);
  const photoId = params.get(PHOTO_PARAM);
  if (!photoId) return null;
  for (const collection of ['posts', 'group_messages'] as const) {
    const rowId = params.get(ROW[collection]);
    if (rowId) return { collection, rowId, photoId };
  }
  return null;
}

/** The search of a page without the photo. */
export function searchWithoutPhoto(search: string): string {
  const photo = photoIn(search);
  if (!photo) return search;
  const params = new URLSearchParams(search);
  params.delete(PHOTO_PARAM);
  params.delete(ROW[photo.collection]);
  return params.size > 0 ? `?${params}` : '';
}

/** The search of a page with this photo over it. */
export function searchWithPhoto(search: string, { collection, rowId, photoId }: OpenedPhoto): string {
  const params = new URLSearchParams(searchWithoutPhoto(search));
  params.set(PHOTO_PARAM, photoId);
  params.set(ROW[collection], rowId);
  return `?${params}`;
}

/**
 * Where a photo belongs if its address was opened elsewhere: the page of its post. A message is shown in its chat, and with all photos of
 * that.
 */
export const pageOfPhoto = ({ collection, rowId }: OpenedPhoto, pathname: string): string =>
  collection === 'posts' ? `/posts/${rowId}` : pathname.replace(/\/photos$/, '');
