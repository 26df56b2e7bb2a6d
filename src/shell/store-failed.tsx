import { Eraser, FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SessionUser } from '../../schemas/account/session-answer.ts';
import { lacksDiskSpace } from '../../workers/device/disk-space.ts';
import { owesErasure } from '../data/owed-erasure.ts';
import { useSession } from '../data/session.ts';
import { useStoreRescue } from '../features/outbox/store-rescue.tsx';
import { errorText } from '../text/shell.ts';
import { failedStoreText, storeText } from '../text/store.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './error-screen.module.css';
import { comeToNewVersion } from './new-version.ts';
import { askForStorage } from './start-obstacle.ts';

/**
 * The local database cannot be opened. Nothing that was written is touched: it can be tried again, saved as a text, or carried over into
 * a new one. But where signing out still has to erase it, there is nothing to do with it but to try again.
 */
export default function StoreFailed({ error }: { readonly error: unknown }) {
  const { user } = useSession();
  // As it was when the store did not open: once it is erased, another attempt opens a new one.
  const [erasureOwed] = useState(() => user !== undefined && owesErasure(user.id));
  const { title, text } = failedStoreText({ noDiskSpace: lacksDiskSpace(error), erasureOwed });
  // Where the browser lets nothing be kept at all, another page says so.
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

/** What failed to open within a page fails again in it; and a newer version may be what opens it. */
function TryAgain() {
  const [busy, setBusy] = useState(false);
  const tryAgain = async () => {
    setBusy(true);
    if ((await comeToNewVersion({ fromServer: true })) === 'comes') return;
    // Without a server the page comes from this device, if that has it.
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
    <div className={styles.rescue}>
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
