import { useContext, useId } from 'react';
import { smallImageUrl } from '../../../schemas/images/image.ts';
import type { Photo } from '../../../schemas/images/photo.ts';
import { failedPhotosText, photoGridText } from '../../text/photos.ts';
import { ImageSourceContext } from '../people/image-source.ts';
import { PhotoBlur } from './photo-blur.tsx';
import styles from './photo-grid.module.css';
import { PhotoMissing } from './photo-missing.tsx';

/** How many frames a grid has. The last one says how many photos are behind it. */
const FRAMES = 4;
/** A single photo is cut to at least three by four, and at most two by one: a panorama would be a line, a long page a screen of its own. */
const [NARROWEST, WIDEST] = [3 / 4, 2];

export interface PhotoGridProps {
  readonly photos: readonly Photo[];
  /** the first name of the author: bytes that are missing are on their way from them; null for the member's own */
  readonly from: string | null;
  /** the ids of those that the server refused */
  readonly failed?: readonly string[] | undefined;
  /** Opens one of them. Without it they are only shown. */
  readonly onOpen?: ((photoId: string) => void) | undefined;
}

/** The photos of a row, in frames whose size is known before any bytes: nothing moves when a picture comes. */
export function PhotoGrid({ photos, from, failed = [], onOpen }: PhotoGridProps) {
  const shown = photos.slice(0, FRAMES);
  return (
    <ul className={styles.grid} data-count={shown.length} aria-label={photoGridText.photos(photos.length)}>
      {shown.map((photo, nth) => {
        const more = nth === FRAMES - 1 ? photos.length - FRAMES : 0;
        const isFailed = failed.includes(photo.id);
        const name = photo.alt || photoGridText.photo(nth + 1, photos.length);
        const label = isFailed ? failedPhotosText.named(name) : name;
        return (
          <li key={photo.id} className={styles.frame}>
            {shown.length === 1 && <Shape photo={photo} />}
            <Picture photo={photo} label={more > 0 ? photoGridText.withMore(label, more) : label} from={from} onOpen={onOpen} />
            {isFailed && (
              <span className={styles.failed} aria-hidden>
                {failedPhotosText.mark}
              </span>
            )}
            {more > 0 && (
              <span className={styles.more} aria-hidden>
                +{more}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Gives its frame the proportions of the photo. */
function Shape({ photo: { width, height } }: { readonly photo: Photo }) {
  const ratio = Math.min(WIDEST, Math.max(NARROWEST, width / height));
  return <svg className={styles.shape} viewBox={`0 0 ${Math.round(ratio * 1000)} 1000`} aria-hidden />;
}

interface PictureProps extends Pick<PhotoGridProps, 'from' | 'onOpen'> {
  readonly photo: Photo;
  readonly label: string;
}

function Picture({ photo, label, from, onOpen }: PictureProps) {
  const source = useContext(ImageSourceContext)(smallImageUrl(photo.id));
  const missing = useId();
  const named = { 'aria-label': label, 'aria-describedby': source ? undefined : missing, className: styles.picture };
  const content = (
    <>
      {photo.thumbhash && <PhotoBlur hash={photo.thumbhash} isHere={source !== undefined} />}
      {source ? <img src={source} alt="" decoding="async" /> : <PhotoMissing id={missing} from={from} />}
    </>
  );
  if (!onOpen) {
    return (
      <span role="img" {...named}>
        {content}
      </span>
    );
  }
  return (
    <button
      type="button"
      {...named}
      onClick={({ currentTarget }) => {
        // The focus returns here. Safari gives it to no button that is pressed.
        currentTarget.focus({ preventScroll: true });
        onOpen(photo.id);
      }}
    >
      {content}
    </button>
  );
}
