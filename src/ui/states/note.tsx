import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './note.module.css';

export type NoteKind = 'info' | 'success' | 'warning' | 'danger';
const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert } as const;

/** A tinted box with something to know. Screen readers read a failure at once, the others when there is a pause. */
export function Note({ kind = 'info', children }: { readonly kind?: NoteKind | undefined; readonly children: ReactNode }) {
  const Icon = icons[kind];
  return (
    <div className={classes(styles.note, styles[kind])} role={kind === 'danger' ? 'alert' : 'status'}>
      <Icon />
      <div className={styles.words}>{children}</div>
    </div>
  );
}
