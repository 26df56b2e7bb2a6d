import type { ReactNode } from 'react';
import type { WaitingShare } from '../../../workers/device/waiting-shares.ts';
import { composeText } from '../../text/compose-photos.ts';
import { photoGridText } from '../../text/photos.ts';
import { shareTargetText } from '../../text/share-target.ts';
import { Card } from '../../ui/card.tsx';
import thumbs from '../../ui/photos/photo-thumbs.module.css';
import { Note } from '../../ui/states/note.tsx';
import styles from './shared-content.module.css';
import type { SharedPhoto } from './use-shared-photos.ts';

export interface SharedContentProps {
  readonly share: WaitingShare;
  /** those that are made small already */
  readonly photos: readonly SharedPhoto[];
  readonly title?: string;
}

/** What was shared, as it would be written: its text, its photos, and what is missing. The text is shown, and nothing in it becomes a link. */
export function SharedContent({ share, photos, title }: SharedContentProps) {
  const { text, isCut, leftOut } = share;
  const working = share.photos.length - photos.length;
  const notes: ReactNode[] = photos.map(
    (photo, at) =>
      photo.state === 'failed' && (
        // biome-ignore lint/suspicious/noArrayIndexKey: their order does not change
        <Note key={at} kind="danger">
          <b className={styles.file} dir="auto">
            {photo.name}
          </b>
          : {photo.why}
        </Note>
      ),
  );
  const ready = photos.filter((photo) => photo.state === 'ready');
  return (
    <>
      <Card className="stack gap-3">
        {title && <h2>{title}</h2>}
        {text && (
          <p className={styles.text} dir="auto">
            {text}
          </p>
        )}
        {ready.length + working > 0 && (
          <ul className={thumbs.thumbs} aria-label={photoGridText.photos(ready.length)}>
            {ready.map(({ source }, at) => (
              <li key={source} className={thumbs.thumb}>
                <img src={source} alt={photoGridText.photo(at + 1, ready.length + working)} decoding="async" />
              </li>
            ))}
            {Array.from({ length: working }, (_, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are alike
              <li key={nth} className={thumbs.thumb} data-working>
                {nth === 0 && (
                  <span className="visually-hidden" role="status">
                    {composeText.working(working)}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      {notes}
      {isCut && <Note kind="warning">{shareTargetText.cut}</Note>}
      {leftOut.length > 0 && <Note kind="warning">{shareTargetText.leftOut(leftOut)}</Note>}
    </>
  );
}
