// One place for everything that has not reached the server: pending writes, refused writes and drafts.
import { RefreshCw } from 'lucide-react';
import { useCallback, useId } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useConnection, useOffline } from '../../data/connection.ts';
import { useDraftList } from '../../data/draft-list.ts';
import { draftText } from '../../data/draft-text.ts';
import { useRefused } from '../../data/outbox.ts';
import { usePendingWrites } from '../../data/pending-writes.ts';
import { statusText } from '../../text/answers.ts';
import { outboxText } from '../../text/outbox.ts';
import { syncText } from '../../text/sync.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { DraftEntry } from './draft-entry.tsx';
import { OutboxEntry } from './outbox-entry.tsx';
import { outboxItems } from './outbox-items.ts';
import { searchWithout } from './outbox-link.ts';
import styles from './outbox-sheet.module.css';

/** Opened by `?outbox` on any page. Closing returns to that page as it was. */
export default function OutboxSheet() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const close = useCallback(() => {
    // If a link of this app opened it, closing goes back in the history. A typed address has no page before it.
    if ((state as { readonly outbox?: boolean } | null)?.outbox) void navigate(-1);
    else void navigate({ pathname, search: searchWithout(search) }, { replace: true });
  }, [navigate, pathname, search, state]);
  const offline = useOffline();
  return (
    <Sheet open onOpenChange={(open) => open || close()} title={outboxText.title} text={offline ? outboxText.offline : outboxText.intro}>
      <Waiting />
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

function Waiting() {
  const id = useId();
  const pending = usePendingWrites();
  const refused = useRefused();
  const { kind, retry } = useConnection();
  if (!pending) return <Spinner />;
  const items = outboxItems(pending, refused);
  if (items.length === 0)
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
    <section className={styles.section} aria-labelledby={id}>
      <Blocked />
      <div className={styles.head}>
        <h3 id={id} className={styles.heading}>
          {outboxText.notSent(items.length)}
        </h3>
        {pending.length > 0 && (
          <Button size="small" variant="quiet" icon={<RefreshCw />} onClick={() => retry()}>
            {outboxText.retryAll}
          </Button>
        )}
      </div>
      <ol className={styles.list}>
        {items.map((item) => (
          <OutboxEntry key={item.writeId} item={item} sending={sending} />
        ))}
      </ol>
    </section>
  );
}

function Drafts() {
  const id = useId();
  const drafts = useDraftList()?.filter(({ value }) => draftText(value) !== '');
  if (!drafts) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {outboxText.drafts}
      </h3>
      {drafts.length === 0 ? (
        <p className={styles.quiet}>{outboxText.noDrafts}</p>
      ) : (
        <ul className={styles.list}>
          {drafts.map((draft) => (
            <DraftEntry key={draft.document} draft={draft} />
          ))}
        </ul>
      )}
    </section>
  );
}
