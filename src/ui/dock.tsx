import type { ReactNode } from 'react';
import styles from './dock.module.css';

/** The buttons of a form, the one that does it last: always in reach at the lower edge, and below the form where there is room for all. */
export function Dock({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.place}>
      <div className={styles.dock} data-composer>
        {children}
      </div>
    </div>
  );
}
