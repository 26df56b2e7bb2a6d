import type { ReactNode } from 'react';
import styles from './drawing.module.css';

/** Draws these lines in the colours of the theme. */
export const LineDrawing = ({ children }: { readonly children: ReactNode }) => (
  <svg
    className={styles.drawing}
    viewBox="0 0 240 160"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
);
