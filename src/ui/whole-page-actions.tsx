import type { ReactNode } from 'react';
import styles from './whole-page-actions.module.css';

/** What can be done on a whole page. A file of its own: the pages of visitors, which are to be small, have none. */
export function WholePageActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
