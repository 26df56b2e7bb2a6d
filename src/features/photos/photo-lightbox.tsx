import { type ReactNode, useEffect } from 'react';
import type { OpenedPhoto } from './opened-photo.ts';
import { useViewedRow } from './use-viewed-row.ts';
import { ViewedPhotos } from './viewed-photos.tsx';

export interface PhotoLightboxProps {
  readonly opened: OpenedPhoto;
  /** path and search by which it opens again */
  readonly address: string;
  /** shown until the row is read */
  readonly opening: ReactNode;
  /** Another photo is shown now. */
  readonly onShow: (photo: OpenedPhoto) => void;
  readonly onClose: () => void;
}

/** The photos of a post or a message over the page. It closes when the row, its last photo, or the right to see them goes. */
export function PhotoLightbox({ opening, ...rest }: PhotoLightboxProps) {
  const row = useViewedRow(rest.opened);
  const { onClose } = rest;
  useEffect(() => {
    if (row === 'gone') onClose();
  }, [row, onClose]);
  if (row === 'gone') return null;
  return row ? <ViewedPhotos {...rest} rows={[row]} /> : opening;
}
