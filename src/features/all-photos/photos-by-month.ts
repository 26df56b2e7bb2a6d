import type { Photo } from '../../../schemas/images/photo.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';

/** A post or a message with photos. */
export type PhotoRow = LocalRow<'posts'> | LocalRow<'group_messages'>;

/** A photo with the row that names it. */
export interface RowPhoto {
  readonly photo: Photo;
  /** its place in the row, from 1 */
  readonly nth: number;
  readonly row: PhotoRow;
}

export interface Month {
  /** `2026-11`, on the clock of this device */
  readonly key: string;
  /** a time in it, in milliseconds */
  readonly time: number;
  /** in pieces that fill their lines, apart from the last one */
  readonly pieces: readonly (readonly RowPhoto[])[];
}

/** A multiple of every number of columns, so that each piece but the last of a month fills its lines. */
export const PIECE = 60;

function monthOf(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}

/** The photos of rows that are sorted by time, the newest month first. */
export function photosByMonth(rows: readonly PhotoRow[]): readonly Month[] {
  const months = new Map<string, { readonly time: number; readonly photos: RowPhoto[] }>();
  for (const row of rows) {
    const time = Date.parse(row.created_at);
    const key = monthOf(time);
    const month = months.get(key) ?? { time, photos: [] };
    months.set(key, month);
    month.photos.push(...row.photos.map((photo, at) => ({ photo, nth: at + 1, row })));
  }
  return [...months].map(([key, { time, photos }]) => ({ key, time, pieces: inPieces(photos) })).sort((a, b) => b.key.localeCompare(a.key));
}

const inPieces = (photos: readonly RowPhoto[]): RowPhoto[][] =>
  Array.from({ length: Math.ceil(photos.length / PIECE) }, (_, at) => photos.slice(at * PIECE, (at + 1) * PIECE));
