import { commonText } from '../../text/common.ts';
import { versionText } from '../../text/versions.ts';
import { Button } from '../../ui/forms/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import styles from '../errors/error-screen.module.css';

/** Another tab runs a newer version, which has upgraded the local database. */
export function StoreOutdated({ onReload }: { readonly onReload: () => void }) {
  return (
    <main className={styles.screen} role="alert">
      <EmptyState
        art="lantern"
        as="h1"
        title={versionText.newVersion}
        text={versionText.updatedElsewhere}
        action={
          <Button variant="primary" onClick={onReload}>
            {commonText.reload}
          </Button>
        }
      />
    </main>
  );
}
