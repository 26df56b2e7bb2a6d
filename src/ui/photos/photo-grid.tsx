import { useContext, useEffect, useRef } from 'react';
import { smallImageUrl } from '../../../schemas/images/image.ts';
import type { Photo } from '../../../schemas/images/photo.ts';
import { photoGridText } from '../../text/photos.ts';
import { ImageSourceContext } from '../people/image-source.ts';
import styles from './photo-grid.module.css';

/** How many frames a grid has. The last one says how many photos are behind it. */
const FRAMES = 4;
/** A single photo is cut to at least three by four, and at most two by one: a panorama would be a line, a long page a screen of its own. */
const [NARROWEST, WIDEST] = [3 / 4, 2];

export interface PhotoGridProps {
  readonly photos: readonly Photo[];
  /** the first name of the author: bytes that are missing are on their way from them; null for the member's own */
  readonly from: string | null;
}

/** The photos of a row, in frames whose size is known before any bytes: nothing moves when a picture comes. */
export function PhotoGrid({ photos, from }: PhotoGridProps) {
  const shown = photos.slice(0, FRAMES);
  const more = photos.length - shown.length;
  return (
    <ul className={styles.grid} data-count={shown.length} aria-label={photoGridText.photos(photos.length)}>
      {shown.map((photo, nth) => (
        <li key={photo.id} className={styles.frame}>
          {shown.length === 1 && <Shape photo={photo} />}
          <Picture photo={photo} label={photo.alt || photoGridText.photo(nth + 1, photos.length)} from={from} />
          {more > 0 && nth === FRAMES - 1 && (
            <span className={styles.more}>
              <span aria-hidden>+{more}</span>
              <span className="visually-hidden">{photoGridText.more(more)}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Gives its frame the proportions of the photo. */
function Shape({ photo: { width, height } }: { readonly photo: Photo }) {
  const ratio = Math.min(WIDEST, Math.max(NARROWEST, width / height));
  return <svg className={styles.shape} viewBox={`0 0 ${Math.round(ratio * 1000)} 1000`} aria-hidden />;
}

function Picture({ photo, label, from }: { readonly photo: Photo; readonly label: string; readonly from: string | null }) {
  const source = useContext(ImageSourceContext)(smallImageUrl(photo.id));
  return (
    <span role="img" aria-label={label} className={styles.picture}>
      {photo.thumbhash && <Blur hash={photo.thumbhash} />}
      {source ? <img src={source} alt="" decoding="async" /> : <span className={styles.missing}>{photoGridText.onItsWay(from)}</span>}
    </span>
  );
}

/** About how the photo looks, until it is there. */
function Blur({ hash }: { readonly hash: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let over = false;
    // A row without photos needs none of it. Without it the frame has the colour of a frame.
    import('./draw-thumbhash.ts')
      .then(({ drawThumbhash }) => {
        if (!over && canvas.current) drawThumbhash(canvas.current, hash);
      })
      .catch(() => undefined);
    return () => {
      over = true;
    };
  }, [hash]);
  return <canvas ref={canvas} width={0} height={0} aria-hidden />;
}
