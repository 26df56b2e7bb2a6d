import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { WholePage, WholePageSmall } from '../../ui/whole-page.tsx';
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
    <WholePage kind="front" centred={centred}>
      {head}
      <Card className={styles.card}>
        {heading && !head && (
          <h1 className="visually-hidden" tabIndex={-1}>
            {heading}
          </h1>
        )}
        {children}
      </Card>
      {foot && <WholePageSmall>{foot}</WholePageSmall>}
    </WholePage>
  );
}
