import { type ReactNode, useContext } from 'react';
import { smallImageUrl } from '../../../schemas/images/image.ts';
import type { Photo } from '../../../schemas/images/photo.ts';
import { classes } from '../classes.ts';
import { ImageSourceContext } from '../people/image-source.ts';
import { PhotoBlur } from './photo-blur.tsx';
import styles from './small-photo.module.css';

export interface SmallPhotoProps {
  readonly photo: Photo;
  readonly className?: string | undefined;
  /** shown over its place until its bytes are here */
  readonly missing?: ReactNode;
}

/** A photo as a small square, for the eye alone: what is around it says in words what it is. Until its bytes are here it is blurred. */
export function SmallPhoto({ photo, className, missing }: SmallPhotoProps) {
  const source = useContext(ImageSourceContext)(smallImageUrl(photo.id));
  return (
    <span className={classes(styles.photo, className)}>
      {photo.thumbhash && <PhotoBlur hash={photo.thumbhash} isHere={source !== undefined} />}
      {source ? <img src={source} alt="" decoding="async" /> : missing}
    </span>
  );
}
