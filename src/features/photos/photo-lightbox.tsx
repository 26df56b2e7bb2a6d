import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { imageUrl } from '../../../schemas/images/image.ts';
import type { Photo } from '../../../schemas/images/photo.ts';
import { shownFile } from '../../data/images/images.ts';
import { useOffline } from '../../data/store/connection.ts';
import { useOwnId } from '../../data/store/local-store.tsx';
import { photoViewText } from '../../text/photo-view.ts';
import { download } from '../../ui/behaviour/download.ts';
import { notify } from '../../ui/overlays/toast.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
import { PhotoView } from '../../ui/photos/photo-view.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { firstName } from '../people/first-name.ts';
import { usePeople } from '../people/use-people.ts';
import type { OpenedPhoto } from './opened-photo.ts';
import { photoFileName } from './photo-file.ts';
import styles from './photo-lightbox.module.css';
import { useViewedRow } from './use-viewed-row.ts';
import { placeOf, type ViewedRow } from './viewed-row.ts';

export interface PhotoLightboxProps {
  readonly opened: OpenedPhoto;
  /** path and search by which it opens again */
  readonly address: string;
  /** shown until the row is read */
  readonly opening: ReactNode;
  /** Another photo of the row is shown now. */
  readonly onShow: (photoId: string) => void;
  readonly onClose: () => void;
}

/** The photos of a post or a message over the page. It closes when the row, its last photo, or the right to see them goes. */
export function PhotoLightbox({ opened, opening, ...rest }: PhotoLightboxProps) {
  const row = useViewedRow(opened);
  const { onClose } = rest;
  useEffect(() => {
    if (row === 'gone') onClose();
  }, [row, onClose]);
  if (row === 'gone') return null;
  return row ? <Photos {...rest} row={row} shownId={opened.photoId} /> : opening;
}

/** Whether this browser can hand a picture to other apps. */
const canShare = (): boolean => navigator.canShare?.({ files: [new File([], 'photo.webp', { type: 'image/webp' })] }) ?? false;

function share(file: File): void {
  navigator.share({ files: [file] }).catch((error: unknown) => {
    // Its user changed their mind.
    if (!(error instanceof DOMException && error.name === 'AbortError')) notify.error(photoViewText.shareFailed);
  });
}

interface PhotosProps extends Omit<PhotoLightboxProps, 'opened' | 'opening'> {
  readonly row: ViewedRow;
  readonly shownId: string;
}

function Photos({ row, shownId, address, onShow, onClose }: PhotosProps) {
  const personOf = usePeople();
  const offline = useOffline();
  const own = row.authorId === useOwnId();
  const person = personOf(row.authorId, row.author);
  // The same list as long as nothing in it has changed: the stage begins anew with another.
  const listed = JSON.stringify(row.photos);
  const photos = useMemo(() => JSON.parse(listed) as readonly Photo[], [listed]);
  const [last, setLast] = useState(0);
  const at = placeOf(shownId, photos, last);
  if (at !== last) setLast(at);
  const shown = photos[at]?.id;
  useEffect(() => {
    if (shown !== undefined && shown !== shownId) onShow(shown);
  }, [shown, shownId, onShow]);
  const [shares] = useState(canShare);
  const fileOf = ({ id }: Photo): File | undefined => {
    const bytes = shownFile(imageUrl(id));
    return bytes && new File([bytes], photoFileName(person.name, row.createdAt, at + 1, bytes.type), { type: bytes.type });
  };
  const withFile = (does: (file: File) => void) => (photo: Photo) => {
    const file = fileOf(photo);
    if (file) does(file);
  };
  return (
    <PhotoView
      title={own ? photoViewText.own : photoViewText.title(person.name)}
      head={
        <div className="row gap-3">
          <Avatar userId={row.authorId} name={person.name} imageUrl={person.imageUrl} size={40} />
          <div className="rest">
            <p className={`cut ${styles.name}`}>{person.name}</p>
            <p className="meta">
              <RelativeTime iso={row.createdAt} />
            </p>
          </div>
        </div>
      }
      photos={photos}
      at={at}
      onAt={(place) => {
        const photo = photos[place];
        if (photo) onShow(photo.id);
      }}
      onClose={onClose}
      address={address}
      from={own ? null : firstName(person.name)}
      offline={offline}
      onSave={withFile((file) => download(file.name, file))}
      onShare={shares ? withFile(share) : undefined}
      onNotHere={() => notify.info(photoViewText.notHere, { id: 'photo-not-here' })}
    />
  );
}
