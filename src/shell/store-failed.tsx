import { isNoRoom } from '../../schemas/local/no-room.ts';
import { stateText } from '../text/state-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './error-screen.module.css';

/** The local database cannot be opened: nothing can be shown, and nothing that was written is touched. */
export function StoreFailed({ onRetry, error }: { readonly onRetry: () => void; readonly error: unknown }) {
  const noRoom = isNoRoom(error);
  return (
    <main className={styles.screen} role="alert">
      <EmptyState
        art="cup"
        as="h1"
        title={noRoom ? stateText.noRoom : "This device's storage did not open"}
        text={
          noRoom
            ? 'Kith keeps your posts on this device. Free some space and try again. What you wrote is still there.'
            : 'Kith keeps your posts on this device. Close other windows of it and try again. What you wrote is still there.'
        }
        action={
          <>
            <Button variant="primary" onClick={onRetry}>
              Try Again
            </Button>
            <Button onClick={() => location.reload()}>Refresh Page</Button>
          </>
        }
      />
      <details className={styles.details}>
        <summary>Technical details</summary>
        <pre>{error instanceof Error ? `${error.name}: ${error.message.slice(0, 400)}` : String(error)}</pre>
      </details>
    </main>
  );
}

/** Another tab runs a newer version, which has moved the local database on. */
export function StoreOutdated({ onReload }: { readonly onReload: () => void }) {
  return (
    <main className={styles.screen} role="alert">
      <EmptyState
        art="lantern"
        as="h1"
        title="New version"
        text="Kith was updated in another window. This one needs a reload; what you wrote is kept."
        action={
          <Button variant="primary" onClick={onReload}>
            Reload
          </Button>
        }
      />
    </main>
  );
}
