import { useEffect, useRef, useState } from 'react';
import { messageText } from '../../text/messages.ts';
import type { Message } from './use-messages.ts';

export interface Arrivals {
  /** messages of others that came while one was reading further up */
  readonly arrivals: number;
  /** what a screen reader says of those that came last */
  readonly announcement: string;
}

/** Counts what others write while the chat is open. */
export function useArrivals(rows: readonly Message[], userId: string, atEnd: boolean): Arrivals {
  const known = useRef<ReadonlySet<string> | null>(null);
  const oldest = useRef('');
  const following = useRef(atEnd);
  const [arrivals, setArrivals] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const before = known.current;
    known.current = new Set(rows.map((row) => row.id));
    // Older ones that were asked for are no news.
    const came = before ? rows.filter((row) => row.sender_id !== userId && !before.has(row.id) && row.created_at > oldest.current) : [];
    oldest.current = rows.findLast((row) => row.scope !== 0)?.created_at ?? oldest.current;
    if (came.length === 0) return;
    if (!following.current) setArrivals((count) => count + came.length);
    const [only] = came;
    setAnnouncement(came.length === 1 && only ? `${only.sender_name}: ${only.content.slice(0, 200)}` : messageText.manyNew(came.length));
  }, [rows, userId]);
  useEffect(() => {
    following.current = atEnd;
    if (atEnd) setArrivals(0);
  }, [atEnd]);
  return { arrivals, announcement };
}
