import { commonText } from '../../text/common.ts';
import styles from './draft-restored.module.css';

/** Below a form that was filled with its draft: says so, and discards the draft. */
export function DraftRestored({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <p className="small" role="status">
      {commonText.draftRestored}{' '}
      <button type="button" className={styles.discard} onClick={onDiscard}>
        {commonText.discard}
      </button>
    </p>
  );
}
