import { Eraser, FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SessionUser } from '../../../schemas/account/session-answer.ts';
import { lacksDiskSpace } from '../../../workers/device/lacks-disk-space.ts';
import { OtherStore } from '../../../workers/device/store/other-store.ts';
import { hasErasureDebt } from '../../data/session/owed-erasure.ts';
import { useSession } from '../../data/session/session.ts';
import { useStoreRescue } from '../../features/outbox/use-store-rescue.tsx';
import { errorText } from '../../text/shell.ts';
import { failedStoreText, storeText } from '../../text/store.ts';
import { Button } from '../../ui/forms/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import styles from '../errors/error-screen.module.css';
import { updateApp } from '../versions/new-version.ts';
import { askForStorage } from './start-obstacle.ts';

/**
 * Shown when the local database cannot be opened. Stored data is not touched: the member can try again, save it as a text, or carry it over
 * into a new database. If signing out still has to erase it, they can only try again.
 */
export default function StoreFailed({ error }: { readonly error: unknown }) {
  const { user } = useSession();
  // The state when the store failed to open: once it is erased, another attempt opens a new one.
  const [erasureOwed] = useState(() => user !== undefined && hasErasureDebt(user.id));
  const { title, text } = failedStoreText({
    noDiskSpace: lacksDiskSpace(error),
    otherVersion: error instanceof OtherStore,
    erasureOwed,
  });
  // If the browser allows no storage at all, another page says so.
  useEffect(() => void askForStorage(), []);
  return (
    <main className={styles.screen}>
      <div role="alert">
        <EmptyState art="cup" as="h1" title={title} text={text} action={<TryAgain />} />
      </div>
      {user && !erasureOwed && <Rescue user={user} />}
      <details className={styles.details}>
        <summary>{errorText.details}</summary>
        <pre>{error instanceof Error ? `${error.name}: ${error.message.slice(0, 400)}` : String(error)}</pre>
      </details>
    </main>
  );
}

/** A store that failed to open keeps failing within this page. A newer version may be able to open it. */
function TryAgain() {
  const [busy, setBusy] = useState(false);
  const tryAgain = async () => {
    setBusy(true);
    if ((await updateApp({ fromServer: true })) === 'comes') return;
    // Without a server, the page comes from this device, if it is stored here.
    if (navigator.serviceWorker?.controller) location.reload();
    else setBusy(false);
  };
  return (
    <Button variant="primary" busy={busy} onClick={() => void tryAgain()}>
      {storeText.tryAgain}
    </Button>
  );
}

function Rescue({ user }: { readonly user: SessionUser }) {
  const { busy, save, clear, rest } = useStoreRescue(user);
  return (
    <div className={`stack gap-3 ${styles.rescue}`}>
      <Button icon={<FileDown />} busy={busy === 'saving'} onClick={save}>
        {storeText.save}
      </Button>
      <Button variant="danger-quiet" icon={<Eraser />} busy={busy === 'looking' || busy === 'clearing'} onClick={clear}>
        {storeText.clear}
      </Button>
      {rest}
    </div>
  );
}
