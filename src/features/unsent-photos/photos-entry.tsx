import type { UnsentOfRow } from '../../data/photos/unsent-photos.ts';
import { useLiveDocument } from '../../data/store/local-store.tsx';
import { withSubject } from '../../text/outbox.ts';
import { unsentPhotosText } from '../../text/unsent-photos.ts';
import { classes } from '../../ui/classes.ts';
import { titleOf } from '../../ui/preview.ts';
import sheet from '../outbox/outbox-sheet.module.css';
import { PhotoEntry } from './photo-entry.tsx';
import styles from './photos-entry.module.css';

/** What the photos belong to: 'Photos of your post “Soup at seven”'. */
function useTitle(unsent: UnsentOfRow): string {
  const { collection, row, photos } = unsent;
  const group = useLiveDocument('groups', collection === 'group_messages' ? row.group_id : null).row;
  if (collection === 'profiles') return unsentPhotosText.profile;
  const words = collection === 'posts' ? unsentPhotosText.ofPost(photos.length) : unsentPhotosText.ofMessage(photos.length);
  if (collection === 'group_messages' && group) return withSubject(words, 'in', group.name);
  return row.content === '' ? words : `${words} “${titleOf(row.content)}”`;
}

/** The photos of one row that are not sent. `sending` is the id of the one that is being sent. */
export function PhotosEntry({ unsent, sending }: { readonly unsent: UnsentOfRow; readonly sending: string | null }) {
  const title = useTitle(unsent);
  const failed = unsent.photos.some((photo) => photo.failed);
  return (
    <li className={classes('stack gap-2', sheet.item, failed && sheet.failed)} data-state={failed ? 'failed' : 'pending'}>
      <p className={sheet.title}>{title}</p>
      <ul className={`stack gap-3 ${styles.photos}`} aria-label={title}>
        {unsent.photos.map((photo) => (
          <PhotoEntry key={photo.id} unsent={unsent} photo={photo} sending={sending === photo.id} />
        ))}
      </ul>
    </li>
  );
}
