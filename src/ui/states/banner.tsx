import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './banner.module.css';

export interface BannerProps {
  readonly kind?: 'plain' | 'success' | 'danger' | undefined;
  /** an element such as `<CloudOff />` */
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** A line under the top bar about the state of the app. Screen readers read it when it appears. */
export function Banner({ kind = 'plain', icon, children, action }: BannerProps) {
  return (
    <div className={classes('row wrap gap-3', styles.banner, styles[kind])} role={kind === 'danger' ? 'alert' : 'status'}>
      {icon}
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  );
}
