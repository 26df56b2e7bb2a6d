import { type RefObject, useEffect, useState } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useConnection } from '../../data/store/connection.ts';
import { useOwnId } from '../../data/store/local-store.tsx';

/** The area behind the comment field does not count as visible. */
const BEHIND_FIELD = '0px 0px -64px';

type Comments = readonly LocalRow<'comments'>[];
/** The comments at the last evaluation, and the ids of unseen comments by others that arrived since. */
interface Seen {
  readonly comments: Comments | undefined;
  readonly unseen: readonly string[];
}

/** The comments by others that are newer than the last accepted one before. Older comments that the device fetches later are not new. */
function arrived(before: Comments, now: Comments, userId: string): string[] {
  const last = before.findLast((comment) => comment.pending === 0)?.oldest ?? 0;
  const known = new Set(before.map((comment) => comment.id));
  return now
    .filter(({ id, author_id, is_deleted, oldest }) => !known.has(id) && author_id !== userId && !is_deleted && oldest > last)
    .map(({ id }) => id);
}

/** Ids of comments by others that arrived while the end of the list was out of sight, oldest first. Empty once the end was seen. */
export function useNewComments(comments: Comments | undefined, end: RefObject<Element | null>): readonly string[] {
  const userId = useOwnId();
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
    const existingIds = new Set(comments?.filter((comment) => !comment.is_deleted).map((comment) => comment.id));
    setSeen({ comments, unseen: [...seen.unseen.filter((id) => existingIds.has(id)), ...added] });
  } else if (atEnd && seen.unseen.length > 0) {
    setSeen({ ...seen, unseen: [] });
  }
  return seen.unseen;
}
