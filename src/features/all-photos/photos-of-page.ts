import type { PhotosOf } from './use-photo-rows.ts';

/** Whose photos the page at this path shows by month; null if it is another page. */
export function photosOfPage(pathname: string): PhotosOf | null {
  const [, of, id] = /^\/(friends|groups)\/([^/]+)\/photos$/.exec(pathname) ?? [];
  if (id === undefined) return null;
  return of === 'friends' ? { author: id } : { group: id };
}
