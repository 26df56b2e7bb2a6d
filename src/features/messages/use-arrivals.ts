import { useEffect, useRef, useState } from 'react';
import { messageText } from '../../text/messages.ts';
import { mentionedAs } from '../../text/photos.ts';
import type { Message } from './use-messages.ts';

export interface Arrivals {
  /** the count of messages by others that arrived while the reader was further up */
  readonly arrivals: number;
  /** the screen reader text for the latest arrivals */
  readonly announcement: string;
}

/** Counts messages by others that arrive while the chat is open. */
export function useArrivals(rows: readonly Message[], userId: string, atEnd: boolean): Arrivals {
  const known = useRef<ReadonlySet<string> | null>(null);
  const oldest = useRef('');
  const following = useRef(atEnd);
  const [arrivals, setArrivals] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const before = known.current;
    known.current = new Set(rows.map((row) => row.id));
    // Older messages that were loaded are not new.
    const came = before ? rows.filter((row) => row.sender_id !== userId && !before.has(row.id) && row.created_at > oldest.current) : [];
    oldest.current = rows.findLast((row) => row.scope !== 0)?.created_at ?? oldest.current;
    if (came.length === 0) return;
    if (!following.current) setArrivals((count) => count + came.length);
    const [only] = came;
    setAnnouncement(
      came.length === 1 && only ? `${only.sender_name}: ${mentionedAs(only).slice(0, 200)}` : messageText.manyNew(came.length),
    );
  }, [rows, userId]);
  useEffect(() => {
    following.current = atEnd;
    if (atEnd) setArrivals(0);
  }, [atEnd]);
  return { arrivals, announcement };
}
