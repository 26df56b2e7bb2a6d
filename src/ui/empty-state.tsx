import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from './art/drawing.tsx';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  readonly art: DrawingName;
  readonly title: string;
  readonly text: ReactNode;
  readonly action?: ReactNode;
  /** `h1` if the page has no bar with its title */
  readonly as?: 'h1' | 'h2' | 'h3' | undefined;
  /** nothing else is on the page: shown in the middle of it */
  readonly page?: boolean | undefined;
}

/** Nothing here (yet): a drawing, a sentence, one thing to do. */
export function EmptyState({ art, title, text, action, as: Heading = 'h2', page }: EmptyStateProps) {
  return (
    <div className={styles.empty} data-page={page || undefined}>
      <div className={styles.art}>
        <Drawing name={art} />
      </div>
      <Heading className={styles.title}>{title}</Heading>
      <div className={styles.text}>{text}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
