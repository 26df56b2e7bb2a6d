import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { writtenAt } from '../../../schemas/base/write-id.ts';
import type { LocalFields } from '../../../workers/device/local-row.ts';
import { useOffline, usePutOff } from '../../data/store/connection.ts';
import { pageClock } from '../../data/store/page-clock.ts';
import { postText } from '../../text/posts.ts';
import styles from './pending-line.module.css';

/** A write that is sent at once needs no mark. Only one still pending after this long gets it. */
const CALM_MS = 800;

/**
 * Whether to mark a row as pending: once it is on the disk when offline, otherwise only after a noticeable delay. The mark says that the
 * row is saved, so a row that is still under way to the disk has none; it has no write id yet.
 */
export function usePendingMark({ pending, write_id }: Pick<LocalFields, 'pending' | 'write_id'>): boolean {
  const offline = useOffline();
  const [late, setLate] = useState<string>();
  const kept = pending === 1 && write_id !== '';
  useEffect(() => {
    if (!kept) return;
    const written = pageClock.now() - writtenAt(write_id);
    // The time in a write id may come from a clock that was ahead.
    const timer = setTimeout(() => setLate(write_id), Math.min(CALM_MS, Math.max(0, CALM_MS - written)));
    return () => clearTimeout(timer);
  }, [kept, write_id]);
  return kept && (offline || late === write_id);
}

/** Says that a pending write is saved, and whether it is being sent. */
export function PendingLine({
  changed,
  short,
  writeId,
}: {
  readonly changed?: boolean;
  readonly short?: boolean;
  /** the write, if the server may put it off by itself */
  readonly writeId?: string;
}) {
  const offline = useOffline();
  const putOff = usePutOff(writeId);
  const saved = changed ? postText.changesSaved : postText.saved;
  const words = () => {
    if (short) return offline ? postText.savedNotSent : putOff ? postText.putOffShort : postText.sending;
    return offline ? postText.sentLater(saved) : putOff ? postText.putOff(saved) : postText.sendingNow(saved);
  };
  return (
    <p className={`row small small-icons ${styles.line}`} data-short={short || undefined} data-pending="">
      <Clock />
      {words()}
    </p>
  );
}
