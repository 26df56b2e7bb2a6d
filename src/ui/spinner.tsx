import { commonText } from '../text/common.ts';
import { Mark } from './art/brand.tsx';
import styles from './spinner.module.css';

/** Only where nothing can be shown yet: before the session is known, or while the code of a page loads. */
export function Spinner({ label = commonText.loading }: { readonly label?: string | undefined }) {
  return (
    <div className={styles.spinner} role="status">
      <span className={styles.table}>
        <Mark />
      </span>
      {label}
    </div>
  );
}
