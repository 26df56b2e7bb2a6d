import type { ReactNode } from 'react';
import { useKeyboardInset } from './behaviour/use-keyboard-inset.ts';
import styles from './dock.module.css';

/**
 * The buttons of a form, the main one last. They are always in reach at the lower edge or above the keyboard; on wide screens they are
 * below the form.
 */
export function Dock({ children }: { readonly children: ReactNode }) {
  const inset = useKeyboardInset();
  return (
    <div className={styles.place} data-dock>
      <div className={`wrap gap-3 ${styles.dock}`} data-composer style={inset > 0 ? { insetBlockEnd: inset } : undefined}>
        {children}
      </div>
    </div>
  );
}
