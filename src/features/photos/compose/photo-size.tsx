import { useEffect, useState } from 'react';
import type { Photo } from '../../../../schemas/images/photo.ts';
import { storedPhoto } from '../../../data/images/images.ts';
import { photoSource } from '../../../data/photos/photo-sources.ts';
import { composeText } from '../../../text/compose-photos.ts';
import { Segmented } from '../../../ui/forms/segmented.tsx';
import { isFullSize, madeSmaller } from './change-photo.ts';

export interface PhotoSizeProps {
  readonly photo: Photo;
  readonly busy: boolean;
  readonly onChange: (fullSize: boolean) => void;
}

/** Whether a photo is sent in full size, where that is more than it is sent in otherwise, and what that takes. */
export function PhotoSize({ photo, busy, onChange }: PhotoSizeProps) {
  const [bytes, setBytes] = useState<number>();
  useEffect(() => {
    let wanted = true;
    storedPhoto(photo.id)
      .then((stored) => wanted && setBytes(stored?.byteLength))
      .catch((error: unknown) => console.warn('A photo could not be read', error));
    return () => {
      wanted = false;
    };
  }, [photo.id]);
  const full = photoSource(photo.id)?.full ?? photo;
  const isFull = isFullSize(photo);
  if (!isFull && !isFullSize(full)) {
    return madeSmaller.includes(Math.max(photo.width, photo.height)) ? <p className="small">{composeText.noFullSize}</p> : null;
  }
  return (
    <div className="stack gap-2">
      <Segmented
        label={composeText.size}
        value={isFull ? 'full' : 'smaller'}
        options={[
          { value: 'smaller', label: composeText.smaller },
          { value: 'full', label: composeText.fullSize },
        ]}
        onChange={(size) => onChange(size === 'full')}
      />
      <p className="small" role="status" aria-busy={busy}>
        {busy
          ? composeText.sizing
          : bytes === undefined
            ? '\u00a0'
            : isFull
              ? composeText.fullNow(bytes, photo)
              : composeText.smallerNow(bytes, full)}
      </p>
    </div>
  );
}
