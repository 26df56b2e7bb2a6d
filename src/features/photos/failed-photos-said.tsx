// What says that photos were not sent. It is rare, so it comes at first use.
import { CircleAlert } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { useFailedPhotos } from '../../data/outbox.ts';
import { useLiveDocuments } from '../../data/store/local-store.tsx';
import { outboxText } from '../../text/outbox.ts';
import { failedPhotosLine } from '../../text/unsent-photos.ts';
import { ButtonLink } from '../../ui/forms/button.tsx';
import kept from '../../ui/states/kept-text.module.css';
import { Note } from '../../ui/states/note.tsx';
import { useOutboxLink } from '../outbox/outbox-link.ts';
import styles from './failed-photos-said.module.css';

/** Says once that photos were not sent, but for those of the post or the chat that is open: they say it in their place. */
export function FailedPhotosNote() {
  const { pathname } = useLocation();
  const failed = useFailedPhotos();
  const messageOf = useLiveDocuments(
    'group_messages',
    failed.map(({ rowId }) => rowId),
  );
  const link = useOutboxLink();
  const elsewhere = failed.filter(({ rowId }) => pathname !== `/posts/${rowId}` && pathname !== `/groups/${messageOf(rowId)?.group_id}`);
  if (elsewhere.length === 0) return null;
  return (
    <Note kind="danger">
      <p className={kept.title}>{failedPhotosLine(elsewhere.length)}</p>
      <div className={`wrap gap-2 ${kept.actions}`}>
        <ButtonLink size="small" {...link}>
          {outboxText.seeOutbox}
        </ButtonLink>
      </div>
    </Note>
  );
}

/** Says under a post or a message that so many of its photos were not sent, and leads to the outbox. */
export function FailedPhotosLine({ count, short }: { readonly count: number; readonly short?: boolean }) {
  const link = useOutboxLink();
  return (
    <p className={`row small small-icons ${styles.line}`} data-short={short || undefined}>
      <CircleAlert />
      {failedPhotosLine(count)}
      <Link {...link} preventScrollReset>
        {outboxText.seeOutbox}
      </Link>
    </p>
  );
}
