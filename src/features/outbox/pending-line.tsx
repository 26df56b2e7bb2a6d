import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { writtenAt } from '../../../schemas/base/ids.ts';
import type { LocalFields } from '../../../workers/device/local-row.ts';
import { useOffline } from '../../data/connection.ts';
import { pageClock } from '../../data/page-clock.ts';
import { postText } from '../../text/posts.ts';
import styles from './pending-line.module.css';

/** A write that goes out at once is no news: only what still waits after this long is marked. */
const CALM_MS = 800;

/** Whether to mark a row as waiting: at once when offline, otherwise only if it takes long enough to wonder. */
export function usePendingMark({ unsent, write_id }: Pick<LocalFields, 'unsent' | 'write_id'>): boolean {
  const offline = useOffline();
  const [late, setLate] = useState<string>();
  useEffect(() => {
    if (!unsent) return;
    const written = pageClock.now() - writtenAt(write_id);
    // A write may be named by a clock that was ahead.
    const timer = setTimeout(() => setLate(write_id), Math.min(CALM_MS, Math.max(0, CALM_MS - written)));
    return () => clearTimeout(timer);
  }, [unsent, write_id]);
  return unsent === 1 && (offline || late === write_id);
}

/** Says of something written here that it is safe and where it is. */
export function PendingLine({ changed, short }: { readonly changed?: boolean; readonly short?: boolean }) {
  const offline = useOffline();
  const saved = changed ? postText.changesSaved : postText.saved;
  const text = short
    ? offline
      ? postText.savedNotSent
      : postText.sending
    : offline
      ? postText.sentLater(saved)
      : postText.sendingNow(saved);
  return (
    <p className={styles.line} data-short={short || undefined} data-pending="">
      <Clock />
      {text}
    </p>
  );
}
