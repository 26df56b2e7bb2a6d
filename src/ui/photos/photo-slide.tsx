import { useContext, useState } from 'react';
import { imageUrl, type PixelSize, smallImageUrl } from '../../../schemas/images/image.ts';
import type { Photo } from '../../../schemas/images/photo.ts';
import { ImageSourceContext } from '../people/image-source.ts';
import { fitPhoto } from './fit-photo.ts';
import { PhotoBlur } from './photo-blur.tsx';
import { PhotoMissing } from './photo-missing.tsx';
import styles from './photo-slide.module.css';

export interface PhotoSlideProps {
  readonly photo: Photo;
  /** what a screen reader says of it */
  readonly label: string;
  /** whether its large picture is asked for now; once it was, it stays as long as the slide does */
  readonly large: boolean;
  /** the first name of its author; null for the member's own */
  readonly from: string | null;
  readonly space: PixelSize;
}

/** One photo, whole: what is here of it, in its place and size from the start. Each better picture lies over the one before. */
export function PhotoSlide({ photo, label, large: wanted, from, space }: PhotoSlideProps) {
  const useSource = useContext(ImageSourceContext);
  const [wants, setWants] = useState(wanted);
  if (wanted && !wants) setWants(true);
  const small = useSource(smallImageUrl(photo.id));
  const large = useSource(wants ? imageUrl(photo.id) : null, true);
  return (
    <span role="img" aria-label={label} className={styles.photo} style={fitPhoto(photo, space)}>
      {photo.thumbhash && <PhotoBlur hash={photo.thumbhash} isHere={(small ?? large) !== undefined} />}
      {small && <img src={small} alt="" decoding="async" draggable={false} />}
      {large && <img src={large} alt="" decoding="async" draggable={false} data-large="" />}
      {!small && !large && <PhotoMissing from={from} />}
    </span>
  );
}
