import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
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
import { photoFileName } from './photo-file.ts';
import type { PhotoLightboxProps } from './photo-lightbox.tsx';
import styles from './viewed-photos.module.css';
import { photosOf, placeOf, type ViewedRow } from './viewed-row.ts';

/** Whether this browser can hand a picture to other apps. */
const canShare = (): boolean => navigator.canShare?.({ files: [new File([], 'photo.webp', { type: 'image/webp' })] }) ?? false;

function share(file: File): void {
  navigator.share({ files: [file] }).catch((error: unknown) => {
    // Its user changed their mind.
    if (!(error instanceof DOMException && error.name === 'AbortError')) notify.error(photoViewText.shareFailed);
  });
}

export interface ViewedPhotosProps extends Omit<PhotoLightboxProps, 'opening'> {
  /** the rows whose photos are walked through, in this order; the opened one is among them, and has photos */
  readonly rows: readonly ViewedRow[];
  /** whether there are rows that are not read yet */
  readonly more?: boolean;
  /** Who and when lead to the post or the message, with this navigation state; without it they lead nowhere. */
  readonly linkState?: object;
}

/** The photos of these rows, one at a time over the page. */
export function ViewedPhotos({ opened, rows, more = false, linkState, address, onShow, onClose }: ViewedPhotosProps) {
  const personOf = usePeople();
  const offline = useOffline();
  const userId = useOwnId();
  const viewed = useMemo(() => photosOf(rows), [rows]);
  // The same list as long as nothing in it has changed: the stage begins anew with another.
  const listed = useMemo(() => JSON.stringify(viewed.map(({ photo }) => photo)), [viewed]);
  const photos = useMemo(() => JSON.parse(listed) as readonly Photo[], [listed]);
  const [last, setLast] = useState(0);
  const at = placeOf(opened, viewed, last);
  const shown = viewed[at];
  if (shown && shown.nth !== last) setLast(shown.nth);
  const [shownId, openedId] = [shown?.photo.id, opened.photoId];
  useEffect(() => {
    if (shownId !== undefined && shownId !== openedId) onShow({ ...opened, photoId: shownId });
  }, [shownId, openedId, opened, onShow]);
  const [shares] = useState(canShare);
  if (!shown) return null;
  const { row, nth } = shown;
  const own = row.authorId === userId;
  const person = personOf(row.authorId, row.author);
  const withFile = (does: (file: File) => void) => (photo: Photo) => {
    const bytes = shownFile(imageUrl(photo.id));
    if (bytes) does(new File([bytes], photoFileName(person.name, row.createdAt, nth + 1, bytes.type), { type: bytes.type }));
  };
  const who = (
    <>
      <Avatar userId={row.authorId} name={person.name} imageUrl={person.imageUrl} size={40} />
      <div className="rest">
        <p className={`cut ${styles.name}`}>{person.name}</p>
        <p className="cut meta">
          <RelativeTime iso={row.createdAt} />
          {linkState && (
            <>
              {' · '}
              <span className={styles.open}>{row.collection === 'posts' ? photoViewText.toPost : photoViewText.toMessage}</span>
            </>
          )}
        </p>
      </div>
    </>
  );
  return (
    <PhotoView
      title={own ? photoViewText.own : photoViewText.title(person.name)}
      head={
        linkState ? (
          <Link to={row.path} state={linkState} className={`row gap-3 ${styles.link}`}>
            {who}
          </Link>
        ) : (
          <div className="row gap-3">{who}</div>
        )
      }
      photos={photos}
      at={at}
      more={more}
      onAt={(place) => {
        const next = viewed[place];
        if (next) onShow({ collection: next.row.collection, rowId: next.row.rowId, photoId: next.photo.id });
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
