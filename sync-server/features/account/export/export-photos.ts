/**
 * The photos of an export: rows name the files of their photos, and the files follow one at a time, so an export with gigabytes of photos
 * takes the memory of one. Rows and files come from the same snapshot and in the same order, so both have the same names.
 */
import type { PendingQuery, Row } from 'postgres';
import { fileNamePart } from '../../../../schemas/base/file-name.ts';
import type { Photo } from '../../../../schemas/images/photo.ts';
import type { Tx } from '../../../db/pool/transaction.ts';
import { byCursor } from './by-cursor.ts';

/** A photo of a row. `file` is its path in the archive; null if its bytes have not arrived on the server. */
export interface ExportPhoto extends Photo {
  readonly file: string | null;
}

export interface ExportFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** when its row was written, as an ISO time */
  readonly at?: string;
}

export interface PhotoRow extends Row {
  readonly created_at: string;
  readonly photos: readonly Photo[];
  /** the ids of those photos whose bytes are here */
  readonly stored: readonly string[];
}

type RowsQuery = (tx: Tx, userId: string, only: { readonly withPhotos: boolean }) => PendingQuery<PhotoRow[]>;

/**
 * Names the files of photos for rows in the order of their time: `photos/posts/2026-11-29 14.05 Ana 1.webp`. The time is UTC, and the
 * number is the place among all photos of that minute, so no two files have the same name.
 */
export function photoNamer(folder: string, member: string): (row: Pick<PhotoRow, 'created_at' | 'photos' | 'stored'>) => ExportPhoto[] {
  const name = fileNamePart(member, 'photo');
  let minute = '';
  let nth = 0;
  return ({ created_at, photos, stored }) => {
    const now = created_at.slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ').replace(':', '.');
    if (now !== minute) nth = 0;
    minute = now;
    return photos.map((photo) => {
      nth += 1;
      return { ...photo, file: stored.includes(photo.id) ? `photos/${folder}/${minute} ${name} ${nth}.webp` : null };
    });
  };
}

async function* namedRows(tx: Tx, userId: string, folder: string, query: PendingQuery<PhotoRow[]>) {
  const [member] = await tx<{ name: string }[]>`select name from profiles where id = ${userId}`;
  const named = photoNamer(folder, member?.name ?? '');
  for await (const rows of byCursor(tx, query)) {
    for (const { stored, ...row } of rows) yield { ...row, photos: named({ ...row, stored }) };
  }
}

/** Reads rows with photos, and their files. The query has the columns of a `PhotoRow` and is sorted by time. */
export const withPhotos = (folder: string, query: RowsQuery) => ({
  read: (tx: Tx, userId: string) => namedRows(tx, userId, folder, query(tx, userId, { withPhotos: false })),
  async *files(tx: Tx, userId: string): AsyncGenerator<ExportFile> {
    for await (const { created_at: at, photos } of namedRows(tx, userId, folder, query(tx, userId, { withPhotos: true }))) {
      for (const { id, file } of photos) {
        if (file === null) continue;
        const [variant] = await tx<{ bytes: Uint8Array }[]>`
          select v.bytes from images i join image_variants v on v.image_id = i.id and v.variant = 'large'
          where i.id = ${id} and i.owner_id = ${userId}`;
        if (variant) yield { name: file, bytes: variant.bytes, at };
      }
    }
  },
});
