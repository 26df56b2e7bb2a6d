import type { ComponentProps } from 'react';
import styles from './card.module.css';
import { classes } from './classes.ts';

export interface CardProps extends ComponentProps<'div'> {
  readonly as?: 'div' | 'section' | 'article' | 'form' | undefined;
  /** stacks its children */
  readonly stack?: boolean | undefined;
}

export function Card({ as: Element = 'div', stack, className, ...rest }: CardProps) {
  // The elements differ only in what they mean; a div's attributes suit them all.
  const Tag = Element as 'div';
  return <Tag {...rest} className={classes('card', styles.card, stack && 'stack gap-3', className)} />;
}
