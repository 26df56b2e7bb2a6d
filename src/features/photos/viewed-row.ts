import type { Photo } from '../../../schemas/images/photo.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import type { OpenedPhoto } from './opened-photo.ts';

/** A post or a message, as far as a viewer shows it. */
export interface ViewedRow extends Pick<OpenedPhoto, 'collection' | 'rowId'> {
  /** the path at which it is shown with its words */
  readonly path: string;
  readonly authorId: string;
  /** as the row brings it; a stored profile takes precedence */
  readonly author: { readonly name: string | null; readonly imageUrl: string | null };
  readonly createdAt: string;
  readonly photos: readonly Photo[];
}

type Row = LocalRow<'posts'> | LocalRow<'group_messages'>;

export function viewed(row: Row): ViewedRow {
  const { id: rowId, created_at: createdAt, photos } = row;
  if ('author_id' in row) {
    const author = { name: null, imageUrl: null };
    return { collection: 'posts', rowId, path: `/posts/${rowId}`, authorId: row.author_id, author, createdAt, photos };
  }
  const author = { name: row.sender_name, imageUrl: row.sender_profile_image_url };
  return {
    ...{ collection: 'group_messages', rowId, path: `/groups/${row.group_id}?message=${rowId}` },
    ...{ authorId: row.sender_id, author, createdAt, photos: row.is_deleted ? [] : photos },
  };
}

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

/** A photo of a viewer. */
export interface ViewedPhoto {
  readonly photo: Photo;
  /** its place in its row, from 0 */
  readonly nth: number;
  readonly row: ViewedRow;
}

export const photosOf = (rows: readonly ViewedRow[]): ViewedPhoto[] =>
  rows.flatMap((row) => row.photos.map((photo, nth) => ({ photo, nth, row })));

/**
 * The place of the shown photo; after it was removed, of the photo of its row that took its place, or of the last one. `last` is where it
 * was before in its row. -1 if its row has no photos any more.
 */
export function placeOf({ rowId, photoId }: OpenedPhoto, photos: readonly ViewedPhoto[], last: number): number {
  const ofRow = photos.flatMap(({ row, photo }, at) => (row.rowId === rowId ? [{ at, id: photo.id }] : []));
  return (ofRow.find(({ id }) => id === photoId) ?? ofRow[last] ?? ofRow.at(-1))?.at ?? -1;
}
