import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { WholePage, WholePageSmall } from '../../ui/states/whole-page.tsx';
import styles from './auth-frame.module.css';

/** A logo that links home, and one card. Without a visible title the card has `heading` for screen readers. */
export function AuthFrame({
  heading,
  centred,
  head,
  foot,
  children,
}: {
  readonly heading?: string | undefined;
  readonly centred?: boolean | undefined;
  /** shown above the card, with its own title */
  readonly head?: ReactNode;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <WholePage kind={head ? undefined : 'front'} centred={centred} className={head ? styles.headed : undefined}>
      {head}
      <Card className={`stack gap-4 ${styles.card}`}>
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
