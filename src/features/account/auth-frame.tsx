import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Brand } from '../../ui/art/brand.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import styles from './auth-frame.module.css';

/** Logo, which leads home, and one card. Without a visible title the card carries `heading` for screen readers. */
export function AuthFrame({
  heading,
  centred,
  head,
  foot,
  children,
}: {
  readonly heading?: string | undefined;
  readonly centred?: boolean | undefined;
  /** above the card, with a title of its own */
  readonly head?: ReactNode;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <main className={classes(styles.frame, centred && styles.centred)}>
      <Link to="/" className={styles.brand}>
        <Brand />
      </Link>
      {head}
      <Card className={styles.card}>
        {heading && !head && (
          <h1 className="visually-hidden" tabIndex={-1}>
            {heading}
          </h1>
        )}
        {children}
      </Card>
      {foot && <p className={styles.small}>{foot}</p>}
    </main>
  );
}
