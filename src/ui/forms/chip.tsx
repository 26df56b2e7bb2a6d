import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './chip.module.css';

/** Only the icon is tinted; the words are always beside it. */
export type ChipTone = 'plain' | 'friends' | 'fof' | 'specific' | 'me' | 'public' | 'role' | 'owner';

export interface ChipProps {
  readonly tone?: ChipTone | undefined;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  /** makes it a button with a 44 px target */
  readonly onClick?: (() => void) | undefined;
  /** what a screen reader says if the words are not enough */
  readonly label?: string | undefined;
  /** its press opens a dialog */
  readonly opensDialog?: boolean | undefined;
}

export function Chip({ tone = 'plain', icon, children, onClick, label, opensDialog }: ChipProps) {
  const className = classes(styles.chip, styles[tone]);
  if (!onClick)
    return (
      <span className={className}>
        {icon}
        {children}
      </span>
    );
  return (
    <button type="button" className={className} aria-label={label} aria-haspopup={opensDialog ? 'dialog' : undefined} onClick={onClick}>
      {icon}
      {children}
    </button>
  );
}
