import { type RefObject, useEffect, useState } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useConnection } from '../../data/connection.ts';
import { useStore } from '../../data/local-store.tsx';

/** What lies behind the comment field is not seen. */
const BEHIND_FIELD = '0px 0px -64px';

type Comments = readonly LocalRow<'comments'>[];
/** The comments that were known when something was decided last, and those of others that came since and were not seen. */
interface Seen {
  readonly comments: Comments | undefined;
  readonly unseen: readonly string[];
}

/** What of others came after the last one that was there. What a device fetches of older ones is nothing new. */
function arrived(before: Comments, now: Comments, userId: string): string[] {
  const last = before.findLast((comment) => comment.unsent === 0)?.oldest ?? 0;
  const known = new Set(before.map((comment) => comment.id));
  return now
    .filter(({ id, author_id, is_deleted, oldest }) => !known.has(id) && author_id !== userId && !is_deleted && oldest > last)
    .map(({ id }) => id);
}

/** Comments of others that came while the end of the list was out of sight, oldest first; none once its end was seen. */
export function useNewComments(comments: Comments | undefined, end: RefObject<Element | null>): readonly string[] {
  const { userId } = useStore();
  const filled = useConnection().filled('comments');
  const [atEnd, setAtEnd] = useState(true);
  const [seen, setSeen] = useState<Seen>({ comments, unseen: [] });

  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver((entries) => setAtEnd(entries.at(-1)?.isIntersecting ?? false), { rootMargin: BEHIND_FIELD });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end]);

  if (comments !== seen.comments) {
    const added = filled && comments && seen.comments ? arrived(seen.comments, comments, userId) : [];
    const standing = new Set(comments?.filter((comment) => !comment.is_deleted).map((comment) => comment.id));
    setSeen({ comments, unseen: [...seen.unseen.filter((id) => standing.has(id)), ...added] });
  } else if (atEnd && seen.unseen.length > 0) {
    setSeen({ ...seen, unseen: [] });
  }
  return seen.unseen;
}
