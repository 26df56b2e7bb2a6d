import { Camera } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { photoText } from '../../text/images.ts';
import { Avatar } from '../../ui/avatar.tsx';
import styles from './own-photo.module.css';
import { PhotoSheet, preloadPhotoChooser } from './photo-sheet.tsx';

export interface OwnPhotoProps {
  readonly userId: string;
  readonly name: string;
  readonly imageUrl: string | null | undefined;
  /** whether the member's own profile is on this device, so that it can be changed */
  readonly isStored: boolean;
  readonly open: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** The signed-in member's picture, which opens the sheet to change it. */
export function OwnPhoto({ userId, name, imageUrl, isStored, open, onOpen, onClose }: OwnPhotoProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(preloadPhotoChooser, []);
  return (
    <>
      <button ref={button} type="button" className={styles.photo} disabled={!isStored} onClick={onOpen}>
        <Avatar userId={userId} name={name} imageUrl={imageUrl} size={128} />
        <span className={styles.words}>
          <Camera />
          {imageUrl ? photoText.change : photoText.add}
        </span>
      </button>
      {open && <PhotoSheet userId={userId} name={name} imageUrl={imageUrl ?? null} returnTo={button} onClose={onClose} />}
    </>
  );
}
