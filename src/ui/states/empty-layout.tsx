import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyLayoutProps {
  readonly drawing: ReactNode;
  /** in place of the drawing */
  readonly picture?: ReactNode;
  readonly title: string;
  readonly text: ReactNode;
  readonly action?: ReactNode;
  /** `h1` if the page has no bar with its title */
  readonly as?: 'h1' | 'h2' | 'h3' | undefined;
  /** nothing else is on the page: shown in the middle of it */
  readonly page?: boolean | undefined;
}

/** How an empty state is arranged. For code that must not load every drawing; all other code uses `EmptyState`. */
export function EmptyLayout({ drawing, picture, title, text, action, as: Heading = 'h2', page }: EmptyLayoutProps) {
  return (
    <div className={`stack gap-2 ${styles.empty}`} data-page={page || undefined}>
      {picture ?? <div className={styles.art}>{drawing}</div>}
      <Heading className="title">{title}</Heading>
      <div className={styles.text}>{text}</div>
      {action && <div className={`wrap gap-3 ${styles.action}`}>{action}</div>}
    </div>
  );
}
