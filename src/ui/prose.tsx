import type { ReactNode } from 'react';
import styles from './prose.module.css';

/** A text to be read: lines of a readable length, headings, lists, links that look like links. */
export function Prose({ children }: { readonly children: ReactNode }) {
  return <article className={`stack gap-4 ${styles.prose}`}>{children}</article>;
}
