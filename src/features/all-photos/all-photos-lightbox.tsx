import { useEffect, useMemo, useState } from 'react';
import { PhotoLightbox, type PhotoLightboxProps } from '../photos/photo-lightbox.tsx';
import { ViewedPhotos } from '../photos/viewed-photos.tsx';
import { viewed } from '../photos/viewed-row.ts';
import { fromFeed } from '../posts/open-post.tsx';
import { type PhotosOf, usePhotoRows } from './use-photo-rows.ts';

/** So many photos before the last one that was read, more are read. */
const AHEAD = 12;

/**
 * The photos of a person or of a group over their page: all of them, in its order. It closes when the row of the shown photo goes, its last
 * photo, or the right to see them.
 */
export function AllPhotosLightbox({ of, ...props }: PhotoLightboxProps & { readonly of: PhotosOf }) {
  const { opened, opening, onClose } = props;
  const { rows: stored, readMore, failed } = usePhotoRows(of);
  const rows = useMemo(() => stored?.map(viewed).filter(({ photos }) => photos.length > 0), [stored]);
  const place = rows?.findIndex(({ rowId }) => rowId === opened.rowId) ?? -1;
  /** the row that was found here last */
  const [found, setFound] = useState<string>();
  if (place >= 0 && found !== opened.rowId) setFound(opened.rowId);
  const gone = place < 0 && found === opened.rowId;
  useEffect(() => {
    if (gone) onClose();
  }, [gone, onClose]);
  const left = rows?.slice(place + 1).reduce((sum, { photos }) => sum + photos.length, 0) ?? 0;
  const needsMore = place < 0 || left < AHEAD;
  useEffect(() => {
    if (needsMore && !gone) readMore?.();
  }, [needsMore, gone, readMore]);

  if (gone) return null;
  if (rows && place >= 0) return <ViewedPhotos {...props} rows={rows} more={readMore !== undefined} linkState={fromFeed} />;
  // It may be on its way, or is not of this list.
  if (failed || (rows && !readMore)) return <PhotoLightbox {...props} />;
  return opening;
}
