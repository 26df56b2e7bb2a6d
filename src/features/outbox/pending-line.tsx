import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { writtenAt } from '../../../schemas/base/ids.ts';
import type { LocalFields } from '../../../workers/device/local-row.ts';
import { useOffline } from '../../data/connection.ts';
import { pageClock } from '../../data/page-clock.ts';
import { postText } from '../../text/posts.ts';
import styles from './pending-line.module.css';

/** A write that is sent at once needs no mark. Only one still pending after this long gets it. */
const CALM_MS = 800;

/** Whether to mark a row as pending: at once when offline, otherwise only after a noticeable delay. */
export function usePendingMark({ unsent, write_id }: Pick<LocalFields, 'unsent' | 'write_id'>): boolean {
  const offline = useOffline();
  const [late, setLate] = useState<string>();
  useEffect(() => {
    if (!unsent) return;
    const written = pageClock.now() - writtenAt(write_id);
    // The time in a write id may come from a clock that was ahead.
    const timer = setTimeout(() => setLate(write_id), Math.min(CALM_MS, Math.max(0, CALM_MS - written)));
    return () => clearTimeout(timer);
  }, [unsent, write_id]);
  return unsent === 1 && (offline || late === write_id);
}

/** Says that a pending write is saved, and whether it is being sent. */
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
