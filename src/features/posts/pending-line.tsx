import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import styles from './pending-line.module.css';

/** A write that goes out at once is no news: only what still waits after this long is marked. */
const CALM_MS = 800;

/** Whether to mark a row as waiting: at once when offline, otherwise only if it takes long enough to wonder. */
export function usePendingMark(unsent: boolean): boolean {
  const offline = useConnection().kind === 'offline';
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!unsent) return;
    const timer = setTimeout(() => setLate(true), CALM_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [unsent]);
  return unsent && (offline || late);
}

/** Says of something written here that it is safe and where it is. */
export function PendingLine({ changed, short }: { readonly changed?: boolean; readonly short?: boolean }) {
  const offline = useConnection().kind === 'offline';
  const saved = changed ? 'Changes saved.' : 'Saved.';
  const text = short
    ? offline
      ? 'Saved, not sent yet'
      : 'Sending'
    : offline
      ? `${saved} Will be sent when you are back online.`
      : `${saved} Sending now.`;
  return (
    <p className={styles.line} data-short={short || undefined} data-pending="">
      <Clock />
      {text}
    </p>
  );
}
