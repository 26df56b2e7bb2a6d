import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useFailedPhotos } from '../../data/outbox.ts';
import { outboxText } from '../../text/outbox.ts';
import { failedPhotosText } from '../../text/photos.ts';
import { useOutboxLink } from '../outbox/outbox-link.ts';
import styles from './failed-photos-line.module.css';

const none: readonly string[] = [];

/** The ids of those of these photos that the server refused. */
export function useFailedAmong(photos: readonly { readonly id: string }[]): readonly string[] {
  const failed = useFailedPhotos();
  if (failed.length === 0) return none;
  const refused = new Set(failed.map(({ id }) => id));
  return photos.flatMap(({ id }) => (refused.has(id) ? id : []));
}

/** Says under a post or a message that so many of its photos were not sent, and leads to the outbox. */
export function FailedPhotosLine({ count, short }: { readonly count: number; readonly short?: boolean }) {
  const link = useOutboxLink();
  return (
    <p className={`row small small-icons ${styles.line}`} data-short={short || undefined}>
      <CircleAlert />
      {failedPhotosText.photos(count)}
      <Link {...link} preventScrollReset>
        {outboxText.seeOutbox}
      </Link>
    </p>
  );
}
