import { commonText } from '../text/common.ts';
import styles from './draft-restored.module.css';

/** Under a form that came back with what was being written in it: says so, and lets go of it. */
export function DraftRestored({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <p className={styles.restored} role="status">
      {commonText.draftRestored}{' '}
      <button type="button" className={styles.discard} onClick={onDiscard}>
        {commonText.discard}
      </button>
    </p>
  );
}
