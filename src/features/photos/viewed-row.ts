import type { Photo } from '../../../schemas/images/photo.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';

/** A post or a message, as far as a viewer shows it. */
export interface ViewedRow {
  readonly authorId: string;
  /** as the row brings it; a stored profile takes precedence */
  readonly author: { readonly name: string | null; readonly imageUrl: string | null };
  readonly createdAt: string;
  readonly photos: readonly Photo[];
}

type Row = LocalRow<'posts'> | LocalRow<'group_messages'>;

const viewed = (row: Row): ViewedRow => {
  const { created_at: createdAt, photos } = row;
  if ('author_id' in row) return { authorId: row.author_id, author: { name: null, imageUrl: null }, createdAt, photos };
  const author = { name: row.sender_name, imageUrl: row.sender_profile_image_url };
  return { authorId: row.sender_id, author, createdAt, photos: row.is_deleted ? [] : photos };
};

/**
 * What a viewer shows of a row: `gone` once there is nothing to see of it, and undefined while that is not known. `row` is null where this
 * device has none, which may be on its way if it is `coming`. Nothing of a blocked member is shown.
 */
export function viewRow(
  row: Row | null | undefined,
  { blocked, coming }: { readonly blocked: ReadonlySet<string> | undefined; readonly coming: boolean },
): ViewedRow | 'gone' | undefined {
  if (row === undefined || blocked === undefined) return undefined;
  if (row === null) return coming ? undefined : 'gone';
  const shown = viewed(row);
  return shown.photos.length === 0 || blocked.has(shown.authorId) ? 'gone' : shown;
}

/** The place of the shown photo; after it was removed, of the one that took its place, or of the last one. `last` is where it was before. */
export function placeOf(photoId: string, photos: readonly Photo[], last: number): number {
  const found = photos.findIndex(({ id }) => id === photoId);
  return found >= 0 ? found : Math.min(last, photos.length - 1);
}
