import { Camera } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ChosenFile, readChosen } from '../../data/photos/read-chosen.ts';
import { photoText } from '../../text/images.ts';
import { classes } from '../../ui/classes.ts';
import { ImageInput } from '../../ui/images/image-input.tsx';
import { useDroppedImages } from '../../ui/images/use-dropped-images.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
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

/**
 * The signed-in member's picture. Without a photo one press opens the browser's picker; with one, a sheet to change or remove it. A picture
 * that is dropped on the page or pasted opens in the sheet, unless another sheet is open.
 */
export function OwnPhoto({ userId, name, imageUrl, isStored, open, onOpen, onClose }: OwnPhotoProps) {
  const button = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<ChosenFile>();
  useEffect(preloadPhotoChooser, []);
  const take = useCallback(
    (chosen: File) => {
      if (!isStored || (!open && document.querySelector('[data-sheet]'))) return;
      setFile(readChosen(chosen));
      if (!open) onOpen();
    },
    [isStored, open, onOpen],
  );
  const takeFirst = useCallback(([chosen]: readonly File[]) => chosen && take(chosen), [take]);
  const dropping = useDroppedImages(takeFirst) && isStored;
  const close = () => {
    setFile(undefined);
    onClose();
  };
  return (
    <>
      <ImageInput ref={input} onFiles={takeFirst} />
      <button
        ref={button}
        type="button"
        className={classes('stack gap-3', styles.photo, dropping && styles.dropping)}
        disabled={!isStored}
        onClick={() => (imageUrl ? onOpen() : input.current?.click())}
      >
        <Avatar userId={userId} name={name} imageUrl={imageUrl} size={128} />
        <span className={styles.words}>
          <Camera />
          {dropping ? photoText.drop : imageUrl ? photoText.change : photoText.add}
        </span>
      </button>
      {open && (
        <PhotoSheet
          userId={userId}
          name={name}
          imageUrl={imageUrl ?? null}
          file={file}
          dropping={dropping}
          returnTo={button}
          onClose={close}
        />
      )}
    </>
  );
}
