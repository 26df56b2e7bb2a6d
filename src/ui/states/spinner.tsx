import { commonText } from '../../text/common.ts';
import { Mark } from '../art/brand.tsx';
import { createLate } from './late.ts';
import styles from './spinner.module.css';

/** A start passes from one spinner to the next. */
const useLate = createLate();

/** Only where nothing can be shown yet: while the local database opens, or the code of a page loads. It shows after 150 ms. */
export function Spinner({ label = commonText.loading }: { readonly label?: string | undefined }) {
  const late = useLate();
  return (
    <div className={`late ${styles.spinner}`} style={late} role="status">
      <span className={styles.table}>
        <Mark />
      </span>
      {label}
    </div>
  );
}
