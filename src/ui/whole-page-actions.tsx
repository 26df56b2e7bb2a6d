import type { ReactNode } from 'react';
import styles from './whole-page-actions.module.css';

/** The actions of a whole page. They have their own file: the pages of visitors, which must be small, have none. */
export function WholePageActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
