// One place for everything that has not reached the server: pending writes, refused writes, photos and drafts.
import { RefreshCw } from 'lucide-react';
import { type ComponentType, useId } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useDraftList } from '../../data/drafts/draft-list.ts';
import { useRefused } from '../../data/outbox.ts';
import { type UnsentOfRow, useUnsentPhotos } from '../../data/photos/unsent-photos.ts';
import { useConnection, useOffline } from '../../data/store/connection.ts';
import { usePendingWrites } from '../../data/store/pending-writes.ts';
import { statusText } from '../../text/answers.ts';
import { outboxText } from '../../text/outbox.ts';
import { syncText } from '../../text/sync.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Note } from '../../ui/states/note.tsx';
import { Spinner } from '../../ui/states/spinner.tsx';
import { DraftEntry } from './draft-entry.tsx';
import { isAnother } from './item-title.ts';
import { OutboxEntry } from './outbox-entry.tsx';
import { outboxItems } from './outbox-items.ts';
import { searchWithout } from './outbox-link.ts';
import styles from './outbox-sheet.module.css';

/** Shows the photos of a row that are not sent. `sending` is the id of the one that is being sent. */
export type PhotosEntry = ComponentType<{ readonly unsent: UnsentOfRow; readonly sending: string | null }>;

/** Opened by `?outbox` on any page. Closing returns to that page as it was. */
export function OutboxSheet({ PhotosEntry }: { readonly PhotosEntry: PhotosEntry }) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const close = () => void navigate({ pathname, search: searchWithout(search) }, { replace: true, state });
  const offline = useOffline();
  return (
    <Sheet open onOpenChange={(open) => open || close()} title={outboxText.title} text={offline ? outboxText.offline : outboxText.intro}>
      <Waiting PhotosEntry={PhotosEntry} />
      <Drafts />
    </Sheet>
  );
}

/** The reason why nothing is sent, if waiting does not help. */
function Blocked() {
  const { updateRequired, storageFull } = useConnection();
  if (updateRequired) return <Note kind="warning">{statusText(426)}</Note>;
  if (storageFull) return <Note kind="warning">{`${syncText.noDiskSpace}. ${syncText.noDiskSpaceHelp}`}</Note>;
  return null;
}

function Waiting({ PhotosEntry }: { readonly PhotosEntry: PhotosEntry }) {
  const id = useId();
  const pending = usePendingWrites();
  const refused = useRefused();
  const { kind, retry } = useConnection();
  const { rows: photos, sending: sentPhoto } = useUnsentPhotos();
  if (!pending || !photos) return <Spinner />;
  const items = outboxItems(pending, refused);
  const count = photos.reduce((sum, { photos: { length } }) => sum + length, items.length);
  if (count === 0)
    return (
      <EmptyState
        art="letter"
        as="h3"
        title={kind === 'offline' ? outboxText.emptyOffline : outboxText.empty}
        text={outboxText.emptyHelp}
      />
    );
  const sending = kind === 'syncing' || kind === 'live';
  return (
    <section className="stack gap-2" aria-labelledby={id}>
      <Blocked />
      <div className={`row wrap gap-2 ${styles.head}`}>
        <h3 id={id} className={styles.heading}>
          {outboxText.notSent(count)}
        </h3>
        {(items.some(({ state }) => state === 'pending') || photos.some((row) => row.photos.some(({ failed }) => !failed))) && (
          <Button size="small" variant="quiet" icon={<RefreshCw />} onClick={() => retry()}>
            {outboxText.retryAll}
          </Button>
        )}
      </div>
      <ol className={`stack gap-3 ${styles.list}`}>
        {items.map((item) => (
          <OutboxEntry key={item.writeId} item={item} sending={sending} />
        ))}
        {photos.map((row) => (
          <PhotosEntry key={row.row.id} unsent={row} sending={sentPhoto} />
        ))}
      </ol>
    </section>
  );
}

function Drafts() {
  const id = useId();
  const drafts = useDraftList();
  if (!drafts) return null;
  return (
    <section className="stack gap-2" aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {outboxText.drafts}
      </h3>
      {drafts.length === 0 ? (
        <p className="small">{outboxText.noDrafts}</p>
      ) : (
        <ul className={`stack gap-3 ${styles.list}`}>
          {drafts.map((draft, at) => (
            <DraftEntry key={draft.id} draft={draft} another={isAnother(drafts, at)} />
          ))}
        </ul>
      )}
    </section>
  );
}
