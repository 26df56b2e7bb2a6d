import type { ReactNode } from 'react';
import styles from './whole-page-actions.module.css';

/** The actions of a whole page. They have their own file: the pages of visitors, which must be small, have none. */
export function WholePageActions({ children }: { readonly children: ReactNode }) {
  return <div className={`stack gap-3 ${styles.actions}`}>{children}</div>;
}
