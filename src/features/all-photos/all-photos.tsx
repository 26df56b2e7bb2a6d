import { ImageDown } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useConnection } from '../../data/store/connection.ts';
import { useOwnId } from '../../data/store/local-store.tsx';
import { allPhotosText } from '../../text/all-photos.ts';
import { photoGridText } from '../../text/photos.ts';
import { dateText, memberClock } from '../../text/times.ts';
import { type PageHeights, usePageSlot } from '../../ui/behaviour/use-page-slot.ts';
import { SmallPhoto } from '../../ui/photos/small-photo.tsx';
import { Section } from '../../ui/section.tsx';
import { ConnectionError } from '../../ui/states/connection-error.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { firstName } from '../people/first-name.ts';
import { type PersonOf, usePeople } from '../people/use-people.ts';
import { openPhoto } from '../photos/opened-photo.ts';
import { FeedMore } from '../posts/feed/feed-end.tsx';
import styles from './all-photos.module.css';
import { nextTile } from './next-tile.ts';
import { photosByMonth, type RowPhoto } from './photos-by-month.ts';
import { type PhotosOf, usePhotoRows } from './use-photo-rows.ts';

interface Place {
  /** how many rows were read */
  readonly limit: number;
  readonly heights: PageHeights;
}

/** How much of each list was open when it was left: a page that the member goes back to is as long as before. */
const lastPlaces = new Map<string, Place>();

export interface AllPhotosProps {
  readonly of: PhotosOf;
  /** what an empty list says */
  readonly empty: string;
}

/** All photos of a person or of a group by month. Give it the id of the person or the group as its key. */
export function AllPhotos({ of, empty }: AllPhotosProps) {
  const list = Object.values(of).join();
  const goesBack = useNavigationType() === 'POP';
  const [begun] = useState(() => (goesBack ? lastPlaces.get(list) : undefined));
  const [heights] = useState<PageHeights>(() => new Map(begun?.heights));
  const { rows, failed, readMore, limit } = usePhotoRows(of, begun?.limit);
  const place = useRef<Place>({ limit, heights });
  useEffect(() => {
    place.current = { limit, heights };
  }, [limit, heights]);
  useEffect(() => () => void lastPlaces.set(list, place.current), [list]);
  const months = useMemo(() => rows && photosByMonth(rows), [rows]);
  const personOf = usePeople();
  const { kind, filled, retry } = useConnection();
  const inGroup = 'group' in of;
  const all = filled(inGroup ? 'group_messages' : 'posts');

  if (failed) return <ConnectionError text={allPhotosText.failed} onRetry={retry} />;
  if (!months || (months.length === 0 && (readMore || (!all && kind !== 'offline')))) {
    return (
      <>
        <Waiting />
        {readMore && <FeedMore key={limit} onReach={readMore} />}
      </>
    );
  }
  if (months.length === 0) {
    if (!all) return <ConnectionError text={allPhotosText.notHere} onRetry={retry} />;
    return <EmptyState page art="letter" title={allPhotosText.noneYet} text={empty} />;
  }
  return (
    <div className="stack gap-5" data-tiles="">
      {months.map(({ key, time, pieces }) => (
        <Section key={key} title={memberClock.month(time)}>
          <div className={`stack ${styles.month}`}>
            {pieces.map((photos, at) => {
              const piece = `${key} ${at}`;
              return <Piece key={piece} name={piece} photos={photos} heights={heights} personOf={personOf} inGroup={inGroup} />;
            })}
          </div>
        </Section>
      ))}
      {readMore && <FeedMore key={limit} onReach={readMore} />}
      {!all && kind === 'offline' && <p className={`small ${styles.end}`}>{allPhotosText.olderLater}</p>}
    </div>
  );
}

interface PieceProps {
  readonly name: string;
  readonly photos: readonly RowPhoto[];
  readonly heights: PageHeights;
  readonly personOf: PersonOf;
  readonly inGroup: boolean;
}

/** Part of a month. Far from the screen it keeps its space and nothing else. */
function Piece({ name, photos, heights, personOf, inGroup }: PieceProps) {
  const { slot, near, spaceStyle } = usePageSlot(name, heights, false);
  const userId = useOwnId();
  return (
    <div ref={slot} style={near ? undefined : spaceStyle}>
      {near && (
        <ul className={styles.tiles}>
          {photos.map(({ photo, nth, row }) => {
            const [id, brought] = 'author_id' in row ? [row.author_id] : [row.sender_id, { name: row.sender_name, imageUrl: null }];
            const from = id === userId ? null : firstName(personOf(id, brought).name);
            return <Tile key={photo.id} photo={photo} nth={nth} row={row} from={from} saysFrom={inGroup} />;
          })}
        </ul>
      )}
    </div>
  );
}

interface TileProps extends RowPhoto {
  /** the first name of who shared it; null for the member's own */
  readonly from: string | null;
  /** whether its name says that as well */
  readonly saysFrom: boolean;
}

function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const tiles = [...(event.currentTarget.closest('[data-tiles]')?.querySelectorAll<HTMLElement>('button') ?? [])];
  const places = tiles.map((tile) => tile.getBoundingClientRect());
  const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
  const next = tiles[nextTile(event.key, places, tiles.indexOf(event.currentTarget), rightToLeft) ?? -1];
  if (!next) return;
  // The page must not scroll as well.
  event.preventDefault();
  next.focus();
}

const Tile = memo(function Tile({ photo, nth, row, from, saysFrom }: TileProps) {
  const what = photo.alt || photoGridText.photo(nth, row.photos.length);
  const collection = 'author_id' in row ? 'posts' : 'group_messages';
  return (
    <li>
      <button
        type="button"
        className={styles.tile}
        onKeyDown={onArrow}
        onClick={({ currentTarget }) => {
          // The focus returns here. Safari gives it to no button that is pressed.
          currentTarget.focus({ preventScroll: true });
          openPhoto({ collection, rowId: row.id, photoId: photo.id });
        }}
      >
        <span className="visually-hidden">{allPhotosText.photo(what, saysFrom ? from : null, dateText(row.created_at))}</span>
        <SmallPhoto
          photo={photo}
          missing={
            <span className={styles.missing}>
              <ImageDown />
              <span className="visually-hidden">{photoGridText.onItsWay(from)}</span>
            </span>
          }
        />
      </button>
    </li>
  );
});

/** Placeholder tiles, once loading takes long enough to show them. */
function Waiting() {
  return (
    <div className="late" aria-busy="true">
      <span className="visually-hidden" role="status">
        {allPhotosText.loading}
      </span>
      <div className={styles.tiles} aria-hidden="true">
        {Array.from({ length: 12 }, (_, at) => at).map((at) => (
          <span key={at} className={styles.waiting} />
        ))}
      </div>
    </div>
  );
}
