import { useCallback, useState } from 'react';
import type { RxDocument, RxQuery } from 'rxdb';
import type { Queried } from '../../data/store/early-store.ts';
import { useLiveQuery } from '../../data/store/local-store.tsx';
import { useNotBlocked } from '../friends/blocking/use-blocked.ts';
import type { PhotoRow } from './photos-by-month.ts';

/** Whose photos: those in the posts of a member, or in the messages of a group. */
export type PhotosOf = { readonly author: string } | { readonly group: string };

/** How many rows are read first. */
export const FIRST_ROWS = 60;

const authorOf = (row: PhotoRow): string => ('author_id' in row ? row.author_id : row.sender_id);

/**
 * The newest rows with photos, by an index that reads no rows of other members or groups. It reads rows without photos in between, and
 * stops at the last one that it returns.
 */
export function photoRowsQuery({ collections }: Pick<Queried, 'collections'>, of: PhotosOf, limit: number) {
  const withPhotos = { 'photos.0': { $exists: true } };
  const query =
    'author' in of
      ? collections.posts.find({
          selector: { author_id: of.author, ...withPhotos },
          sort: [{ author_id: 'asc' }, { newest: 'asc' }],
          index: ['author_id', 'newest'],
          limit,
        })
      : collections.group_messages.find({
          selector: { group_id: of.group, ...withPhotos },
          sort: [{ group_id: 'asc' }, { newest: 'asc' }],
          index: ['group_id', 'newest'],
          limit,
        });
  return query as unknown as RxQuery<PhotoRow, RxDocument<PhotoRow>[]>;
}

export interface PhotoRows {
  /** newest first, without those by blocked members; undefined until the local store has answered */
  readonly rows: readonly PhotoRow[] | undefined;
  readonly failed: boolean;
  /** Reads more rows; undefined if there are none, or while they are read. */
  readonly readMore: (() => void) | undefined;
  /** how many rows were asked for, to begin with when the member comes back */
  readonly limit: number;
}

/**
 * The rows with photos of a person or a group, live. Each `readMore` doubles them: the query begins anew with every limit, so reading all
 * of them takes at most twice as long as reading them at once.
 */
export function usePhotoRows(of: PhotosOf, begin = FIRST_ROWS): PhotoRows {
  const [limit, setLimit] = useState(begin);
  const { rows: found, error } = useLiveQuery((store) => photoRowsQuery(store, of, limit), [...Object.values(of), limit]);
  const notBlocked = useNotBlocked(found, authorOf);
  // While more are read, the rows that are shown stay.
  const [shown, setShown] = useState<readonly PhotoRow[]>();
  if (notBlocked && notBlocked !== shown) setShown(notBlocked);
  const more = found !== undefined && found.length === limit;
  const double = useCallback(() => setLimit((before) => before * 2), []);
  return { rows: notBlocked ?? shown, failed: error !== undefined, readMore: more ? double : undefined, limit };
}
