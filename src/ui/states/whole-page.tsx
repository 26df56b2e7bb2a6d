// Pages without the bars of the app: the logo, and below it one thing.
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import { Brand } from '../art/brand.tsx';
import { classes } from '../classes.ts';
import styles from './whole-page.module.css';

/**
 * `front`: for visitors, with a large logo that leads home. `question`: words in the middle, and `WholePageActions` at the foot of small
 * screens.
 */
export function WholePage({
  kind,
  centred,
  busy,
  className,
  children,
}: {
  readonly kind?: 'front' | 'question' | undefined;
  readonly centred?: boolean | undefined;
  /** its content is on its way */
  readonly busy?: boolean | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <main
      className={classes('stack gap-6', styles.page, kind && styles[kind], centred && styles.centred, className)}
      aria-busy={busy || undefined}
    >
      <div className={styles.brand}>
        {kind === 'front' ? (
          <Link to="/">
            <Brand />
          </Link>
        ) : (
          <Brand />
        )}
      </div>
      {children}
    </main>
  );
}

/** What such a page is about, optionally below a picture. `ref` reaches the title, which can have the focus. */
export function WholePageWords({
  picture,
  title,
  text,
  ref,
}: {
  readonly picture?: ReactNode;
  readonly title: ReactNode;
  readonly text: ReactNode;
  readonly ref?: Ref<HTMLHeadingElement> | undefined;
}) {
  return (
    <div className={`stack gap-3 ${styles.words}`}>
      {picture}
      <h1 ref={ref} className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles.text}>{text}</p>
    </div>
  );
}

/** The small text below everything else. */
export function WholePageSmall({ children }: { readonly children: ReactNode }) {
  return <div className={`small ${styles.small}`}>{children}</div>;
}
