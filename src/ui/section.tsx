import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

/** A part of a page under a small heading. */
export function Section({
  title,
  action,
  children,
}: {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={`stack gap-2 ${styles.section}`} aria-labelledby={id}>
      <div className={`row wrap ${styles.head}`}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
